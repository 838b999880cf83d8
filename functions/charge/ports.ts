import type { FailureCode } from '../../contract/failures';
import type { Layer } from '../../contract/names';
import type { Payments } from '../shared/payments';
import type { Delivery } from './delivery';
import type { Guard } from './guard';
import type { Message } from './message';
import type { Provider } from './provider';

/** What it takes to bring one payment to its end. */
export interface PaymentPorts {
  readonly payments: Pick<Payments, 'get' | 'startCharging' | 'settle' | 'decline' | 'expire'>;
  readonly provider: Provider;
  readonly countSuppressed: (layer: Layer) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Everything outside that a delivery touches: made by the handler for one invocation, and handed down as it is. */
export interface ChargePorts extends PaymentPorts {
  readonly payments: PaymentPorts['payments'] & Pick<Payments, 'noteFailure'>;
  readonly guard: Guard;
  /** Makes a message visible again after so many seconds. */
  readonly hide: (message: Message, seconds: number) => Promise<void>;
  readonly countFailure: (code: FailureCode) => void;
  /** Reports what became of a delivery, and what could not be done about it; takes codes and ids only. */
  readonly log: (text: string, message: Message, delivery: Delivery, error?: unknown) => void;
  /** 0 ≤ number < 1. */
  readonly random: () => number;
}
