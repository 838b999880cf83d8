import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ENV, TABLE } from '../function/names';
import { AcquirerApi } from './acquirer-api';
import { AcquirerFunction } from './acquirer-function';

/** The test acquirer: a small Stripe-compatible service that keeps books and fails on request. It moves no money. */
export class AcquirerStack extends Stack {
  /** What a caller needs: the secret whose value is the API key, and the base URL, ending in `/v1/`. */
  readonly provider: { readonly secret: ISecret; readonly url: string };

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, { description: 'charge-once: test acquirer', ...props });

    const apiKey = new Secret(this, 'ApiKey', {
      description: 'API key of the test acquirer',
      // Sent as a bearer token, so no characters that a header or a shell would mind.
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const acquirer = new AcquirerFunction(this, 'Acquirer');
    apiKey.grantRead(acquirer);
    acquirer.addEnvironment(ENV.secretArn, apiKey.secretArn);
    this.addBooks(acquirer);
    const api = new AcquirerApi(this, 'AcquirerApi', acquirer);

    Validations.of(apiKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The key opens a stand-in that moves no money, and is deleted with its stack.',
    });

    this.provider = { secret: apiKey, url: api.url };
    new CfnOutput(this, 'AcquirerUrl', { value: api.url });
    new CfnOutput(this, 'AcquirerSecretName', { value: apiKey.secretName });
  }

  /** One table for intents, idempotency keys, faults and charges. Always removed with the stack: it holds no real money. */
  private addBooks(acquirer: AcquirerFunction): void {
    const books = new Table(this, 'Books', {
      partitionKey: { name: TABLE.pk, type: AttributeType.STRING },
      sortKey: { name: TABLE.sk, type: AttributeType.STRING },
      timeToLiveAttribute: TABLE.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Only intents carry its keys. Keys alone, so that a change of status costs no second write.
    books.addGlobalSecondaryIndex({
      indexName: TABLE.timelineIndex,
      partitionKey: { name: TABLE.timelinePk, type: AttributeType.STRING },
      sortKey: { name: TABLE.timelineSk, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    const documents = ['dynamodb:BatchGetItem', 'dynamodb:PutItem'];
    const timeline = `${books.tableArn}/index/${TABLE.timelineIndex}`;
    Grant.addToPrincipal({ grantee: acquirer, actions: documents, resourceArns: [books.tableArn] });
    Grant.addToPrincipal({ grantee: acquirer, actions: ['dynamodb:Query'], resourceArns: [books.tableArn, timeline] });
    acquirer.addEnvironment(ENV.table, books.tableName);
  }
}
