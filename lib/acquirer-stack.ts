import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType, LambdaIntegration } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ACQUIRER_TABLE, ENV } from '../functions/shared/names';
import { STRIPE_ERRORS } from './gateway-errors';
import type { Provider } from './provider';
import { ServiceApi } from './service-api';
import { ServiceFunction } from './service-function';
import type { Settings } from './settings';
import { ACQUIRER_TIMEOUT_SECONDS } from './windows';

export interface AcquirerStackProps extends StackProps {
  readonly settings: Settings;
}

/** The test acquirer: a small Stripe-compatible service that keeps books and fails on request. It moves no money. */
export class AcquirerStack extends Stack {
  readonly provider: Provider;

  constructor(scope: Construct, id: string, props: AcquirerStackProps) {
    super(scope, id, { description: 'charge-once: test acquirer', ...props });
    const { stage } = props.settings;

    const apiKey = new Secret(this, 'ApiKey', {
      description: 'API key of the test acquirer',
      // Sent as a bearer token, so no characters that a header or a shell would mind.
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const acquirer = new ServiceFunction(this, 'Acquirer', {
      folder: 'acquirer',
      description: 'Stripe-compatible test acquirer',
      timeoutSeconds: ACQUIRER_TIMEOUT_SECONDS,
      stage,
    });
    apiKey.grantRead(acquirer);
    acquirer.addEnvironment(ENV.acquirerSecretArn, apiKey.secretArn);
    this.addBooks(acquirer);

    // The stage is named after Stripe's API version, so that the paths are Stripe's own.
    const api = new ServiceApi(this, 'AcquirerApi', {
      description: 'Stripe-compatible test acquirer',
      stageName: 'v1',
      stage,
      // As at Stripe, the function itself checks the bearer key.
      defaultMethodOptions: { authorizationType: AuthorizationType.NONE },
      errors: STRIPE_ERRORS,
    });
    const everything = api.root.addResource('{proxy+}').addMethod('ANY', new LambdaIntegration(acquirer, { allowTestInvoke: false }));

    Validations.of(apiKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The key opens a stand-in that moves no money, and is deleted with its stack.',
    });
    Validations.of(everything).acknowledge(
      {
        id: 'AwsSolutions-APIG4',
        reason: 'As at Stripe, the bearer key is checked by the service itself (functions/acquirer/authentication.ts).',
      },
      { id: 'AwsSolutions-COG4', reason: 'Stripe clients send a bearer key and know no user pool.' },
    );
    Validations.of(api.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason: 'A web ACL costs more than this stand-in, which production does not deploy; every request needs the key.',
    });

    this.provider = { secret: apiKey, url: api.url };
    new CfnOutput(this, 'AcquirerUrl', { value: api.url });
    new CfnOutput(this, 'AcquirerSecretName', { value: apiKey.secretName });
  }

  /** One table for intents, idempotency keys, faults and charges. Always removed with the stack: it holds no real money. */
  private addBooks(acquirer: ServiceFunction): void {
    const books = new Table(this, 'Books', {
      partitionKey: { name: ACQUIRER_TABLE.pk, type: AttributeType.STRING },
      sortKey: { name: ACQUIRER_TABLE.sk, type: AttributeType.STRING },
      timeToLiveAttribute: ACQUIRER_TABLE.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Only intents carry its keys. Keys alone, so that a change of status costs no second write.
    books.addGlobalSecondaryIndex({
      indexName: ACQUIRER_TABLE.timelineIndex,
      partitionKey: { name: ACQUIRER_TABLE.timelinePk, type: AttributeType.STRING },
      sortKey: { name: ACQUIRER_TABLE.timelineSk, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    const documents = ['dynamodb:BatchGetItem', 'dynamodb:PutItem'];
    const timeline = `${books.tableArn}/index/${ACQUIRER_TABLE.timelineIndex}`;
    Grant.addToPrincipal({ grantee: acquirer, actions: documents, resourceArns: [books.tableArn] });
    Grant.addToPrincipal({ grantee: acquirer, actions: ['dynamodb:Query'], resourceArns: [books.tableArn, timeline] });
    acquirer.addEnvironment(ENV.acquirerTable, books.tableName);
  }
}
