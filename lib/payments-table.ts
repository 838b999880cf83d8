import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENV, PAYMENTS_TABLE, RECONCILIATION_REPORT } from '../contract/names';
import type { Alarms } from './alarms';
import type { Encryption } from './encryption';
import { watchRefusedWrites } from './refused-writes';
import { tableRemovalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface PaymentsTableProps {
  readonly stage: Stage;
  readonly encryption: Encryption;
  readonly alarms: Alarms;
}

/**
 * The ledger: one row per attempt to collect an order, kept for ever. It is the last layer that stops a duplicate.
 *
 * Each grant also tells the function where the table is, so that permission and environment cannot drift. Only the reconciliation may read
 * the index.
 */
export class PaymentsTable extends Construct {
  readonly table: Table;
  private readonly encryption: Encryption;

  constructor(scope: Construct, id: string, props: PaymentsTableProps) {
    super(scope, id);
    this.encryption = props.encryption;
    this.table = new Table(this, 'Table', {
      partitionKey: { name: PAYMENTS_TABLE.pk, type: AttributeType.STRING },
      sortKey: { name: PAYMENTS_TABLE.sk, type: AttributeType.NUMBER },
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...props.encryption.table,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.stage === 'production',
      removalPolicy: tableRemovalPolicy(props.stage),
    });
    // Sparse: only rows that are not terminal carry its key. Keys alone, so that a status change costs no second write.
    this.table.addGlobalSecondaryIndex({
      indexName: PAYMENTS_TABLE.openIndex,
      partitionKey: { name: PAYMENTS_TABLE.openPk, type: AttributeType.STRING },
      sortKey: { name: PAYMENTS_TABLE.openSk, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    watchRefusedWrites(this, 'RefusedLedgerWrites', this.table, props.alarms);
  }

  /** Create a payment, and read it or the attempt before it. */
  grantSubmit(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:GetItem', 'dynamodb:PutItem');
  }

  /** Mark a payment as cancelled. */
  grantCancel(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:UpdateItem');
  }

  /** List the attempts of an order. */
  grantList(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:Query');
  }

  /** Move a payment from one state to the next. */
  grantCharge(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Look up the payments that messages speak of. */
  grantLookUp(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:GetItem');
  }

  /** Read the whole ledger, move payments that are charged, and write the report: no other item can be put. */
  grantReconcile(fn: LambdaFunction): void {
    const { tableArn } = this.table;
    this.grant(fn, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan', 'dynamodb:UpdateItem');
    const index = `${tableArn}/index/${PAYMENTS_TABLE.openIndex}`;
    Grant.addToPrincipal({ grantee: fn, actions: ['dynamodb:Query'], resourceArns: [index] });
    Grant.addToPrincipal({
      grantee: fn,
      actions: ['dynamodb:PutItem'],
      resourceArns: [tableArn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [RECONCILIATION_REPORT.orderId] } },
    });
  }

  private grant(fn: LambdaFunction, ...actions: string[]): void {
    Grant.addToPrincipal({ grantee: fn, actions, resourceArns: [this.table.tableArn] });
    this.encryption.grantUse(fn, 'dynamodb');
    fn.addEnvironment(ENV.paymentsTable, this.table.tableName);
  }
}
