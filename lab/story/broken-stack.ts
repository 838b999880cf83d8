import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { ENV } from '../../contract/names';
import type { Provider } from '../../lib/provider';
import {
  BROKEN_FUNCTIONS,
  BROKEN_TABLES,
  type BrokenFunction,
  deadLetters,
  PIPELINES,
  queueName,
  RECEIPTS_QUEUE,
  WORKER_QUEUES,
} from './names';

const SOURCE = join(__dirname, 'broken');

/** Receives before the dead-letter queue, as AWS advises. What is broken here is never the queue's settings alone. */
const MAX_RECEIVES = 5;

/** What many teams ship: functions, queues and tables of the exhibits. Only the story's own app contains it. */
export class BrokenStack extends Stack {
  constructor(scope: Construct, id: string, provider: Provider) {
    super(scope, id);
    for (const name of BROKEN_TABLES) {
      new Table(this, `Table-${name}`, {
        tableName: name,
        partitionKey: { name: 'id', type: AttributeType.STRING },
        billingMode: BillingMode.PAY_PER_REQUEST,
        timeToLiveAttribute: 'expiration',
      });
    }
    for (const [name, { visibilitySeconds, contentBasedDeduplication }] of Object.entries(WORKER_QUEUES))
      this.fifo(name, { visibilityTimeout: Duration.seconds(visibilitySeconds), contentBasedDeduplication });
    const receipts = this.fifo(RECEIPTS_QUEUE, { contentBasedDeduplication: true });

    const functions = this.functions(provider, receipts);
    for (const [name, { visibilitySeconds }] of Object.entries(PIPELINES)) {
      const dlq = this.fifo(deadLetters(name), { retentionPeriod: Duration.days(14) });
      const queue = this.fifo(name, {
        visibilityTimeout: Duration.seconds(visibilitySeconds),
        deadLetterQueue: { queue: dlq, maxReceiveCount: MAX_RECEIVES },
      });
      functions[name as BrokenFunction].addEventSource(new SqsEventSource(queue));
    }
  }

  private fifo(name: string, props: ConstructorParameters<typeof Queue>[2]): Queue {
    return new Queue(this, `Queue-${name}`, { queueName: queueName(name), fifo: true, ...props });
  }

  /** One asset with a file for each handler, so that esbuild runs once. One role for all: rights are not what is broken. */
  private functions(provider: Provider, receipts: Queue): Record<BrokenFunction, LambdaFunction> {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaBasicExecutionRole')],
    });
    role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:*', 'sqs:*'], resources: ['*'] }));
    provider.secret.grantRead(role);
    const code = Code.fromAsset(SOURCE, {
      bundling: { image: Runtime.NODEJS_24_X.bundlingImage, local: { tryBundle: (outdir) => bundle(outdir) } },
    });
    const entries = Object.entries(BROKEN_FUNCTIONS).map(([functionName, file]) => {
      const fn = new LambdaFunction(this, functionName, {
        functionName,
        code,
        handler: `${file}.handler`,
        runtime: Runtime.NODEJS_24_X,
        memorySize: 512,
        timeout: Duration.seconds(10),
        role,
        environment: {
          POWERTOOLS_SERVICE_NAME: functionName,
          RECEIPTS_QUEUE_URL: receipts.queueUrl,
          [ENV.providerSecretArn]: provider.secret.secretArn,
          [ENV.providerUrl]: provider.url!,
        },
      });
      return [functionName, fn] as const;
    });
    return Object.fromEntries(entries) as Record<BrokenFunction, LambdaFunction>;
  }
}

function bundle(outdir: string): boolean {
  buildSync({
    entryPoints: [...new Set(Object.values(BROKEN_FUNCTIONS))].map((file) => join(SOURCE, `${file}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What they share is parsed once on the way in, and written once.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'error',
  });
  return true;
}
