import type { PaymentView } from '../../functions/get-payment/payment-view';
import { type Answer, ask, byFetch, jsonRequest, type Send } from './http';

/** What `POST /payments` answers with 202. */
export interface AcceptedView {
  readonly orderId: string;
  readonly attempt: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'accepted';
  readonly acceptedAt: string;
}

/** What `POST /payments/{orderId}/cancel` answers with 202. */
export interface CancellingView {
  readonly orderId: string;
  readonly attempt: number;
}

/** RFC 9457 problem details, which every refusal is answered with. */
export interface ProblemView {
  readonly type: string;
  readonly title: string;
  readonly detail?: string;
}

/** Customers' side of an installation. An answer is returned whatever its status; `json` is a problem unless it is 202 or 200. */
export interface PaymentsApi {
  /** `body` is sent as it is, so that a wrong one can be sent, too. */
  readonly post: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer<AcceptedView & ProblemView>>;
  readonly cancel: (orderId: string, body?: unknown) => Promise<Answer<CancellingView & ProblemView>>;
  readonly get: (orderId: string) => Promise<Answer<PaymentView & ProblemView>>;
}

/** @param apiUrl base URL, ending in a slash, as the output `ApiUrl` */
export function paymentsApi(apiUrl: string, send: Send = byFetch): PaymentsApi {
  return {
    post: (body, headers) => ask(send, `${apiUrl}payments`, jsonRequest(body, headers)),
    cancel: (orderId, body = {}) => ask(send, `${apiUrl}payments/${orderId}/cancel`, jsonRequest(body)),
    get: (orderId) => ask(send, `${apiUrl}payments/${orderId}`),
  };
}
