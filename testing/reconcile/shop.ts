import type { PaymentEvent } from '../../contract/payment-event';
import type { ChargedPayment, LedgerWalk } from '../../functions/reconcile/ledger-walk';
import type { Progress } from '../../functions/reconcile/progress';
import { type ReconcilePorts, reconcile } from '../../functions/reconcile/reconcile';
import type { ReconcileRequest } from '../../functions/reconcile/reconcile-request';
import type { ReconciliationReport } from '../../functions/reconcile/report';
import type { Payment } from '../../functions/shared/payments';
import { type MemoryPayments, memoryPayments } from '../memory-payments';
import { type Entry, memoryBooks } from './books';

/** Half an hour after the payments of the factories were accepted. */
export const NOW = '2026-11-29T10:30:00.000Z';

/** The index `open` and the scan over rows in memory, two rows a page; every order lies in shard 7. */
function memoryLedgerWalk(payments: MemoryPayments): LedgerWalk {
  return {
    async open(shard, acceptedBefore, after) {
      const isOpen = ({ status, acceptedAt }: Payment) => (status === 'accepted' || status === 'charging') && acceptedAt < acceptedBefore;
      const keys = shard === 7 ? payments.rows().filter(isOpen) : [];
      const rest = keys
        .map(({ orderId, attempt, acceptedAt }) => ({ orderId, attempt, acceptedAt }))
        .sort((a, b) => placeOf(a).localeCompare(placeOf(b)))
        .filter((key) => after === undefined || placeOf(key) > placeOf(after));
      return { keys: rest.slice(0, 2), next: rest.length > 2 ? rest[1] : undefined };
    },
    async charged({ from, to, after = '0' }) {
      const page = payments.rows().slice(Number(after), Number(after) + 2);
      const next = Number(after) + 2;
      return {
        items: page.filter(
          (row): row is Payment & ChargedPayment =>
            row.status === 'charged' && row.chargedAt !== undefined && row.chargedAt >= from && row.chargedAt < to,
        ),
        next: next < payments.rows().length ? String(next) : undefined,
      };
    },
  };
}

const placeOf = ({ acceptedAt, orderId, attempt }: Pick<Payment, 'acceptedAt' | 'orderId' | 'attempt'>): string =>
  `${acceptedAt} ${orderId} ${attempt}`;

/** Everything that a reconciliation works on, in memory, and a way to run it. */
export function reconciledShop({ rows = [], charges = [] }: { rows?: readonly Payment[]; charges?: readonly Entry[] } = {}) {
  const payments = memoryPayments(rows);
  const provider = memoryBooks([...charges]);
  const sent: PaymentEvent[] = [];
  const reports: ReconciliationReport[] = [];
  const shop = {
    payments,
    provider,
    sent,
    reports,
    now: Date.parse(NOW),
    waiting: 0,
    saved: undefined as Progress | undefined,
    ports: (over: Partial<ReconcilePorts> = {}): ReconcilePorts => ({
      payments,
      ledger: memoryLedgerWalk(payments),
      books: provider.books,
      queue: {
        waiting: async () => shop.waiting,
        send: async (event) => void sent.push(event),
      },
      progress: {
        load: async () => structuredClone(shop.saved) ?? { open: {} },
        save: async (progress) => {
          shop.saved = JSON.parse(JSON.stringify(progress));
        },
      },
      announce: (report) => void reports.push(report),
      clock: () => shop.now,
      timeLeft: () => true,
      ...over,
    }),
    run: (request: ReconcileRequest = {}, over: Partial<ReconcilePorts> = {}) => reconcile(request, shop.ports(over)),
    pass: (hours: number) => {
      shop.now += hours * 3_600_000;
    },
    row: (orderId = 'ord-1001', attempt = 1) => payments.rows().find((row) => row.orderId === orderId && row.attempt === attempt),
  };
  return shop;
}
