import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AcquirerStack } from '../construct/acquirer-stack';

// Without bundling: what is tested is the template.
const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
const stack = new AcquirerStack(app, 'AcquirerStack');
const template = Template.fromStack(stack);

it('tells a caller where it is and where its key is', () => {
  expect(Object.keys(template.toJSON().Outputs)).toEqual(expect.arrayContaining(['AcquirerUrl', 'AcquirerSecretName']));
  template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'v1' });
  expect(stack.resolve(stack.provider.url)).toEqual(template.toJSON().Outputs.AcquirerUrl.Value);
});

it('generates its key, and keeps its books in a table that goes with the stack', () => {
  template.hasResourceProperties('AWS::SecretsManager::Secret', { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } });
  template.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete' });
});

it('lets the function read and write its own table and nothing else', () => {
  const onTable = (actions: string | string[]) => ({ Action: actions, Effect: 'Allow', Resource: Match.anyValue() });
  template.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: {
      Statement: Match.arrayWith([onTable(['dynamodb:BatchGetItem', 'dynamodb:PutItem']), onTable('dynamodb:Query')]),
    },
  });
  expect(JSON.stringify(template.toJSON())).not.toMatch(/dynamodb:\*|Delete(Item|Table)/);
});
