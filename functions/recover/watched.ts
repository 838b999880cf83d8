import { RECOVERED_WATCHED } from '../../contract/windows';
import { isTerminal, type Payment, type Payments } from '../shared/payments';
import { type DeadPayment, hasReturned } from './look';
import type { RecoveryState, Sent } from './recovery-state';

/** How far the provider's clock, which tells the second of a charge, may be behind ours. */
const PROVIDER_CLOCK_MS = 60_000;

/** Looks what became of the watched payments: notes when they ended, and watches on only those that are on their way. */
export async function observe(
  state: RecoveryState,
  { payments, now, patienceSeconds }: { readonly payments: Pick<Payments, 'get'>; readonly now: number; readonly patienceSeconds: number },
): Promise<RecoveryState> {
  const rows = await Promise.all(state.watched.map(async (sent) => ({ sent, row: await payments.get(sent.orderId, sent.attempt) })));
  const ended = rows.flatMap(({ sent, row }) => (row && isDecided(row) ? [endOf(sent, row, now)] : []));
  const isOnItsWay = ({ sent, row }: (typeof rows)[number]): boolean =>
    row !== undefined && !isTerminal(row) && row.recoveredAt !== undefined && now - Date.parse(sent.at) <= patienceSeconds * 1000;
  return {
    ...state,
    watched: rows.filter(isOnItsWay).map(({ sent }) => sent),
    endedAt: [...state.endedAt, ...ended.sort()].slice(-RECOVERED_WATCHED),
  };
}

/** Only the provider charges and declines. */
const isDecided = ({ status }: Payment): boolean => status === 'charged' || status === 'declined';

/** When the provider charged it; when that was seen, if it had done so before the message was sent back, or has charged nothing. */
function endOf({ at }: Sent, { chargedAt }: Payment, now: number): string {
  const sentAt = Date.parse(at);
  const end = chargedAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(chargedAt);
  return new Date(end > sentAt - PROVIDER_CLOCK_MS ? Math.min(Math.max(end, sentAt + 1), now) : now).toISOString();
}

/**
 * Whether that a message came back counts against its payment: only if another one that was sent back ended while it was on its way. In an
 * outage none does.
 */
export function countsAgainst({ payment, arrivedAt }: DeadPayment, { endedAt }: RecoveryState): boolean {
  const sentAt = Date.parse(payment.recoveredAt ?? '');
  return endedAt.some((end) => Date.parse(end) > sentAt && Date.parse(end) <= arrivedAt);
}

/** The payment as it stands once its return is noted. */
export function afterReturn(dead: DeadPayment, state: RecoveryState): DeadPayment {
  if (!hasReturned(dead)) return dead;
  const { recoveredAt: _, ...payment } = dead.payment;
  const inVain = (payment.recoveriesInVain ?? 0) + (countsAgainst(dead, state) ? 1 : 0);
  return { ...dead, payment: inVain === 0 ? payment : { ...payment, recoveriesInVain: inVain } };
}
