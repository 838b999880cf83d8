import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ChargeQueue } from './charge-queue';
import { ChargeWorker } from './charge-worker';
import { refuse } from './configuration-error';
import { GuardTable } from './guard-table';
import { PaymentsApi } from './payments-api';
import { PaymentsTable } from './payments-table';
import type { Provider } from './provider';
import { Redrive } from './redrive';
import type { Settings } from './settings';
import { checkWindows } from './window-rules';

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
    super(scope, id, { description: 'charge-once: payments', terminationProtection: props.settings.stage === 'production', ...props });
    refuse(checkWindows());
    const { stage } = props.settings;

    const provider = props.testAcquirer ?? this.stripe(props.settings);
    const payments = new PaymentsTable(this, 'Payments', { stage });
    const guard = new GuardTable(this, 'Guard', { stage });
    const queue = new ChargeQueue(this, 'ChargeQueue', { stage });
    const api = new PaymentsApi(this, 'PaymentsApi', { stage, payments, guard, queue });
    const worker = new ChargeWorker(this, 'ChargeWorker', { stage, payments, guard, queue, provider });
    const redrive = new Redrive(this, 'Redrive', { stage, payments, queue });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'ChargeQueueUrl', { value: queue.queue.queueUrl });
    new CfnOutput(this, 'ChargeDlqUrl', { value: queue.deadLetterQueue.queueUrl });
    new CfnOutput(this, 'ChargeFunctionName', { value: worker.function.functionName });
    new CfnOutput(this, 'RedriveFunctionName', { value: redrive.function.functionName });
  }

  private stripe({ stripeSecretName }: Settings): Provider {
    if (stripeSecretName === undefined) {
      refuse(['PaymentsStack has no provider: give it a test acquirer, or name the secret of the Stripe key in "stripeSecretName".']);
    }
    return { secret: Secret.fromSecretNameV2(this, 'StripeKey', stripeSecretName!) };
  }
}
