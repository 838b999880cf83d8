import type { PaymentEvent } from '../../contract/payment-event';
import type { ChargedPayment, LedgerPages, OpenKey, Progress } from '../../functions/reconcile/ports';
import { type ReconcilePorts, reconcile } from '../../functions/reconcile/reconcile';
import type { ReconcileRequest } from '../../functions/reconcile/reconcile-request';
import type { ReconciliationReport } from '../../functions/reconcile/report';
import type { Payment } from '../../functions/shared/payments';
import { type MemoryPayments, memoryPayments } from '../memory-payments';
import { type Entry, memoryBooks } from './books';

/** Half an hour after the payments of the factories were accepted. */
const NOW = '2026-11-29T10:30:00.000Z';

/** The index `open` and the scan over rows in memory, two rows a page; every order lies in shard 7. */
function memoryLedgerPages(payments: MemoryPayments): LedgerPages {
  return {
    async open(shard, acceptedBefore, after) {
      const isOpen = ({ status, acceptedAt }: Payment) => (status === 'accepted' || status === 'charging') && acceptedAt < acceptedBefore;
      const keys = shard === 7 ? payments.rows().filter(isOpen) : [];
      const rest = keys
        .map(({ orderId, attempt, acceptedAt }) => ({ orderId, attempt, acceptedAt }))
        .sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
        .filter((key) => after === undefined || sortKey(key) > sortKey(after));
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

const sortKey = ({ acceptedAt, orderId, attempt }: OpenKey): string => `${acceptedAt} ${orderId} ${attempt}`;

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
    backlog: 0,
    saved: undefined as Progress | undefined,
    ports: (over: Partial<ReconcilePorts> = {}): ReconcilePorts => ({
      payments,
      ledger: memoryLedgerPages(payments),
      books: provider.books,
      queue: {
        backlog: async () => shop.backlog,
        send: async (event) => void sent.push(event),
      },
      progress: {
        load: async () => structuredClone(shop.saved) ?? { overdue: {} },
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
