import type { PaymentEvent } from '../../contract/payment-event';
import { type SubmitPaymentPorts, submitPayment } from '../../functions/submit-payment/submit-payment';
import { memoryClientTokens } from '../memory-client-tokens';
import { memoryPayments } from '../memory-payments';
import { anEvent } from '../payment-factory';

export const TEN_O_CLOCK = Date.parse('2026-11-29T10:00:00.000Z');

/** An API with nothing behind it but memory. `sent` holds what went to the queue; `suppressed` the layers that were counted. */
export function anApi(over: Partial<SubmitPaymentPorts> & { readonly payments?: ReturnType<typeof memoryPayments> } = {}) {
  const sent: PaymentEvent[] = [];
  const suppressed: string[] = [];
  const payments = over.payments ?? memoryPayments();
  let now = TEN_O_CLOCK;
  let requests = 0;
  const clock = () => now;
  const ports: SubmitPaymentPorts = {
    clientTokens: memoryClientTokens(clock),
    send: async (event) => {
      sent.push(event);
    },
    countSuppressed: (layer) => suppressed.push(layer),
    clock,
    ...over,
    payments,
  };
  return {
    sent,
    suppressed,
    payments,
    ports,
    /** One request: each has its own id, as Lambda gives one to each. */
    post: (event: Partial<PaymentEvent> = {}, options: { clientToken?: string; requestId?: string } = {}) =>
      submitPayment(anEvent(event), { requestId: `request-${++requests}`, ...options }, ports),
    pass: (ms: number) => {
      now += ms;
    },
  };
}
