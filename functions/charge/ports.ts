import type { FailureCode } from '../../contract/failures';
import type { Layer } from '../../contract/names';
import type { Patience } from '../../contract/patience';
import type { Payments } from '../shared/payments';
import type { Delivery } from './delivery';
import type { Guard } from './guard';
import type { Message } from './message';
import type { Provider } from './provider';

/** The ports that bring one payment to its end. */
export interface PaymentPorts {
  readonly payments: Pick<Payments, 'get' | 'startCharging' | 'settle' | 'adoptCharge' | 'decline' | 'expire' | 'cancel'>;
  readonly provider: Provider;
  readonly countSuppressed: (layer: Layer) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Everything outside the core. The handler makes one for each invocation, and it is handed down unchanged. */
export interface ChargePorts extends PaymentPorts {
  readonly payments: PaymentPorts['payments'] & Pick<Payments, 'noteFailure'>;
  readonly guard: Guard;
  /** As the queue has it: how often it delivers, and how long a message waits in between. */
  readonly patience: Patience;
  /** Keeps a message hidden for so many seconds, 0 to 43,200, from now. Throws what SQS throws. */
  readonly hide: (message: Message, seconds: number) => Promise<void>;
  readonly countFailure: (code: FailureCode) => void;
  /** Counts a delivery after which SQS moves the message to the DLQ. */
  readonly countDeadLettered: () => void;
  /** Logs the result of a delivery, and what failed beside it. `text` is a status, a code or a fixed sentence. */
  readonly log: (text: string, message: Message, delivery: Delivery, error?: unknown) => void;
  /** 0 ≤ number < 1. */
  readonly random: () => number;
}
