import { type Payment, shownStatus } from '../shared/payments';

export interface AttemptView {
  readonly attempt: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: ReturnType<typeof shownStatus>;
  readonly acceptedAt: string;
  readonly chargeId?: string;
  readonly chargedAt?: string;
  readonly declineCode?: string;
  readonly lastFailure?: { readonly code: string; readonly at: string };
}

/** What `GET /payments/{orderId}` answers. `status` is that of the latest attempt. */
export interface PaymentView {
  readonly orderId: string;
  readonly status: AttemptView['status'];
  readonly attempts: readonly AttemptView[];
}

/** The answer for an order's rows, in order of attempt; `undefined` when there are none. */
export function viewPayment(orderId: string, rows: readonly Payment[], now: number): PaymentView | undefined {
  const attempts = rows.map((row): AttemptView => {
    const { attempt, amount, currency, acceptedAt, chargeId, chargedAt, declineCode, lastFailure } = row;
    const failure = lastFailure && { code: lastFailure.code, at: lastFailure.at };
    return { attempt, amount, currency, status: shownStatus(row, now), acceptedAt, chargeId, chargedAt, declineCode, lastFailure: failure };
  });
  const latest = attempts.at(-1);
  return latest && { orderId, status: latest.status, attempts };
}
