import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { checkWindows } from '../contract/window-rules';
import { Alarms } from './alarms';
import { ChargeQueue } from './charge-queue';
import { ChargeWorker } from './charge-worker';
import { refuse } from './configuration-error';
import { PaymentsDashboard } from './dashboard';
import { Encryption } from './encryption';
import { GuardTable } from './guard-table';
import { PaymentsApi } from './payments-api';
import { PaymentsTable } from './payments-table';
import type { Provider } from './provider';
import { Reconciliation } from './reconciliation';
import { Recovery } from './recovery';
import { Redrive } from './redrive';
import type { Settings } from './settings';

export interface PaymentsStackProps extends StackProps {
  readonly settings: Settings;

  /**
   * The acquirer to use instead of Stripe.
   *
   * @default - Stripe, with the key that `settings.stripeSecretName` names
   */
  readonly testAcquirer?: Provider;
}

/** The payment API, its ledger, its queue and its worker. Fails when windows do not fit together or nobody can take the payments. */
export class PaymentsStack extends Stack {
  constructor(scope: Construct, id: string, props: PaymentsStackProps) {
    const production = props.settings.stage === 'production';
    super(scope, id, {
      description: 'charge-once: payments',
      // Two names, so that a deployment that forgets the stage cannot turn production into a sandbox: it makes a sandbox beside it.
      stackName: production ? `${id}-production` : id,
      terminationProtection: production,
      ...props,
    });
    refuse(checkWindows());
    const { stage, vpcEndpointIds, patience, recovery: recovers } = props.settings;

    const encryption = new Encryption(this, 'Encryption', { stage });
    const alarms = new Alarms(this, 'Alarms', { encryption, email: props.settings.alarmEmail });
    const provider = props.testAcquirer ?? this.stripe(props.settings, encryption);
    const payments = new PaymentsTable(this, 'Payments', { stage, encryption, alarms });
    const guard = new GuardTable(this, 'Guard', { stage, encryption, alarms });
    const queue = new ChargeQueue(this, 'ChargeQueue', { stage, encryption, alarms, patience });
    const api = new PaymentsApi(this, 'PaymentsApi', { stage, payments, guard, queue, alarms, vpcEndpointIds });
    const worker = new ChargeWorker(this, 'ChargeWorker', { stage, payments, guard, queue, provider, alarms });
    const redrive = new Redrive(this, 'Redrive', { stage, payments, queue, provider });
    const reconciliation = new Reconciliation(this, 'Reconciliation', { stage, payments, queue, provider, alarms });
    const recovery = recovers ? new Recovery(this, 'Recovery', { stage, payments, queue, alarms }) : undefined;
    const dashboard = new PaymentsDashboard(this, 'Dashboard', {
      name: this.stackName,
      api,
      payments,
      guard,
      queue,
      worker,
      recovery,
      alarms,
    });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'PaymentsTableName', { value: payments.table.tableName });
    new CfnOutput(this, 'ChargeQueueUrl', { value: queue.queue.queueUrl });
    new CfnOutput(this, 'ChargeDlqUrl', { value: queue.deadLetterQueue.queueUrl });
    new CfnOutput(this, 'ChargeFunctionName', { value: worker.function.functionName });
    new CfnOutput(this, 'RedriveFunctionName', { value: redrive.function.functionName });
    new CfnOutput(this, 'ReconcileFunctionName', { value: reconciliation.function.functionName });
    if (recovery) new CfnOutput(this, 'RecoverFunctionName', { value: recovery.function.functionName });
    new CfnOutput(this, 'AlarmTopicArn', { value: alarms.topic.topicArn });
    new CfnOutput(this, 'DashboardName', { value: dashboard.dashboardName });
  }

  private stripe({ stripeSecretName }: Settings, encryption: Encryption): Provider {
    if (stripeSecretName === undefined) {
      refuse(['PaymentsStack has no provider: give it a test acquirer, or name the secret of the Stripe key in "stripeSecretName".']);
    }
    // The key too, because production may put the secret under it.
    return { secret: Secret.fromSecretNameV2(this, 'StripeKey', stripeSecretName!), encryption };
  }
}
