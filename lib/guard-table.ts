import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENV, GUARD_TABLE } from '../contract/names';
import type { Alarms } from './alarms';
import type { Encryption } from './encryption';
import { watchRefusedWrites } from './refused-writes';
import { tableRemovalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface GuardTableProps {
  readonly stage: Stage;
  readonly encryption: Encryption;
  readonly alarms: Alarms;
}

/** What has been done lately: idempotency records of the charge function and client tokens of the API, removed some time after expiry. */
export class GuardTable extends Construct {
  readonly table: Table;
  private readonly encryption: Encryption;

  constructor(scope: Construct, id: string, props: GuardTableProps) {
    super(scope, id);
    this.encryption = props.encryption;
    this.table = new Table(this, 'Table', {
      partitionKey: { name: GUARD_TABLE.pk, type: AttributeType.STRING },
      // Cleans up only: DynamoDB may take days, so readers compare the time themselves.
      timeToLiveAttribute: GUARD_TABLE.ttl,
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...props.encryption.table,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.stage === 'production',
      removalPolicy: tableRemovalPolicy(props.stage),
    });
    watchRefusedWrites(this, 'RefusedGuardWrites', this.table, props.alarms);
  }

  /** Remember a client token, unless it is known: a refused put returns what it was used for. */
  grantClientTokens(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:PutItem');
  }

  /** Guard an operation. `DeleteItem` frees the record when the operation fails; without it the payment stays locked for its lease. */
  grantGuard(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
  }

  private grant(fn: LambdaFunction, ...actions: string[]): void {
    Grant.addToPrincipal({ grantee: fn, actions, resourceArns: [this.table.tableArn] });
    this.encryption.grantUse(fn, 'dynamodb');
    fn.addEnvironment(ENV.guardTable, this.table.tableName);
  }
}
