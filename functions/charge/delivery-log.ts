import { eventKey, type PaymentEvent } from '../../contract/payment-event';
import { logger } from '../shared/observability';
import type { ChargePorts } from './ports';

/** Takes the provider's own id of a request, by which its support finds it. */
export type NoteProviderRequest = (payment: Pick<PaymentEvent, 'orderId' | 'attempt'>, requestId: string | undefined) => void;

/** Stripe's form of a request id. Text in any other form is not logged: it may hold anything. */
const PROVIDER_REQUEST_ID = /^req_[A-Za-z0-9]{1,64}$/;

/** One line for each delivery of an invocation, with the ids that join it to the HTTP request before it and to the provider behind it. */
export function deliveryLog(requestId: string): {
  readonly log: ChargePorts['log'];
  readonly noteProviderRequest: NoteProviderRequest;
} {
  const providerRequestIds = new Map<string, string[]>();
  return {
    noteProviderRequest(payment, id) {
      if (id === undefined || !PROVIDER_REQUEST_ID.test(id)) return;
      const key = eventKey(payment);
      providerRequestIds.set(key, [...(providerRequestIds.get(key) ?? []), id]);
    },
    log(text, { messageId, receives, sentBy }, delivery, error) {
      const { event } = delivery;
      const providerRequests = event && providerRequestIds.get(eventKey(event));
      const ids = { messageId, receives, orderId: event?.orderId, attempt: event?.attempt, requestId, ...sentBy };
      const line = providerRequests ? { ...ids, providerRequestIds: providerRequests } : ids;
      if (delivery.kind === 'done') logger.info(text, line);
      else logger.warn(text, { ...line, kind: delivery.kind, causes: causesOf(error ?? delivery.failure.cause) });
    },
  };
}

/** Names of an error and of what caused it: enough to find it, and nothing that a service quoted in its message. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [error.name, ...causesOf(error.cause)] : [];
}
