import type { PaymentEvent } from '../../contract/payment-event';
import { readPaymentEvent } from '../../functions/submit-payment/request-body';
import { proxyEvent } from '../proxy-event';

export const VALID: PaymentEvent = { orderId: 'ord-1001', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };

/** The five members as JSON text, with the text of some replaced and others left out. */
export function bodyWith(texts: Partial<Record<keyof PaymentEvent, string | undefined>>): string {
  const all = Object.entries(VALID).map(([name, value]) => [
    name,
    name in texts ? texts[name as keyof PaymentEvent] : JSON.stringify(value),
  ]);
  return `{${all.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`])).join(',')}}`;
}

export const read = (body: string | null) => readPaymentEvent(proxyEvent({ body }));

export const invalid = (path: string, message: string) => ({ type: 'invalid-request', errors: [{ path, message }] });
