import { Construct } from 'constructs';
import { REDRIVE_TIMEOUT_SECONDS } from '../contract/windows';
import type { ChargeQueue } from './charge-queue';
import type { PaymentsTable } from './payments-table';
import { grantProvider, type Provider } from './provider';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';

export interface RedriveProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly queue: ChargeQueue;
  readonly provider: Provider;
}

/**
 * Lets an operator look into the dead-letter queue, replay it, and discard what no payment needs. Invoked by hand; nothing in the app calls it.
 *
 * It reads the provider's key for the preview's one question, a read that creates nothing: the payments tell how the provider failed when
 * they failed, hours ago, and only the provider can tell whether it answers now.
 */
export class Redrive extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: RedriveProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      folder: 'redrive',
      description: 'Shows, redrives and discards what lies in the dead-letter queue',
      timeoutSeconds: REDRIVE_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantLookUp(this.function);
    props.queue.grantRedrive(this.function);
    grantProvider(this.function, props.provider, props.stage);
  }
}
