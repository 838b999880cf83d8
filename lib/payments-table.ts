import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENV, PAYMENTS_TABLE } from '../functions/shared/names';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface PaymentsTableProps {
  readonly stage: Stage;
}

/**
 * The ledger: one row per attempt to collect an order, kept for ever. It is the last layer that stops a duplicate.
 *
 * Each grant also tells the function where the table is, so that permission and environment cannot drift. None covers the index:
 * it serves operators, not functions.
 */
export class PaymentsTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: PaymentsTableProps) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: PAYMENTS_TABLE.pk, type: AttributeType.STRING },
      sortKey: { name: PAYMENTS_TABLE.sk, type: AttributeType.NUMBER },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.stage === 'production',
      removalPolicy: removalPolicy(props.stage),
    });
    // Sparse: only rows that are not terminal carry its key. Keys alone, so that a status change costs no second write.
    this.table.addGlobalSecondaryIndex({
      indexName: PAYMENTS_TABLE.openIndex,
      partitionKey: { name: PAYMENTS_TABLE.openPk, type: AttributeType.STRING },
      sortKey: { name: PAYMENTS_TABLE.openSk, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }

  /** Create a payment, and read it or the attempt before it. */
  grantSubmit(fn: LambdaFunction): void {
    this.grant(fn, 'dynamodb:GetItem', 'dynamodb:PutItem');
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

  private grant(fn: LambdaFunction, ...actions: string[]): void {
    Grant.addToPrincipal({ grantee: fn, actions, resourceArns: [this.table.tableArn] });
    fn.addEnvironment(ENV.paymentsTable, this.table.tableName);
  }
}
