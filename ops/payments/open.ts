import { OPEN_SHARDS } from '../../contract/windows';
import type { LedgerPages, OpenKey } from '../../functions/reconcile/ports';
import { isTerminal, type Payment, shownStatus } from '../../functions/shared/payments';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { age, money, table } from '../table';
import { ledgerOf } from './ledger';

/** Reads of rows at once. */
const CONCURRENCY = 25;

interface OpenPayment extends Pick<Payment, 'orderId' | 'attempt' | 'amount' | 'currency' | 'acceptedAt' | 'chargeId' | 'lastFailure'> {
  /** `charging`: whether money has moved is not known here. */
  readonly status: 'accepted' | 'charging';
  readonly needsAttention: boolean;
}

/** Payments that are not settled: waiting, in doubt, overdue or in the DLQ. */
export async function openPayments({ target }: Session, limit: number): Promise<Outcome> {
  const { payments, pages } = ledgerOf(target);
  // One more than asked for tells whether there are more.
  const keys = await oldestKeys(pages, target.now, limit + 1);
  const shown = keys.slice(0, limit);
  const rows: (Payment | undefined)[] = [];
  for (let start = 0; start < shown.length; start += CONCURRENCY) {
    rows.push(...(await Promise.all(shown.slice(start, start + CONCURRENCY).map((key) => payments.get(key.orderId, key.attempt)))));
  }
  // What was settled meanwhile is open no longer.
  const open = rows.flatMap((row) => (row === undefined || isTerminal(row) ? [] : openPayment(row, target.now)));
  const more = keys.length > limit;
  return {
    json: { payments: open, more },
    text: openText(open, more, target.now),
    exitCode: open.some(({ needsAttention }) => needsAttention) ? EXIT.attention : EXIT.ok,
  };
}

/** From the index, which may be a moment behind. A shard's first page holds more keys than anyone would read. */
async function oldestKeys(pages: Pick<LedgerPages, 'open'>, now: number, limit: number): Promise<OpenKey[]> {
  const until = new Date(now + 1).toISOString();
  const shards = await Promise.all(Array.from({ length: OPEN_SHARDS }, (_, shard) => pages.open(shard, until)));
  const keys = shards.flatMap(({ keys: ofShard }) => ofShard);
  return keys.sort((a, b) => a.acceptedAt.localeCompare(b.acceptedAt)).slice(0, limit);
}

function openPayment(row: Payment, now: number): OpenPayment {
  const { orderId, attempt, amount, currency, acceptedAt, chargeId, lastFailure } = row;
  const status = row.status as OpenPayment['status'];
  const needsAttention = shownStatus(row, now) === 'needs_attention';
  return { orderId, attempt, amount, currency, status, needsAttention, acceptedAt, chargeId, lastFailure };
}

function openText(open: readonly OpenPayment[], more: boolean, now: number): string {
  if (open.length === 0) return 'No payment is open.';
  const rows = open.map((each) => [
    each.orderId,
    each.attempt,
    money(each),
    standing(each),
    age((now - Date.parse(each.acceptedAt)) / 1000),
    each.chargeId,
    failure(each),
  ]);
  const attention = open.filter(({ needsAttention }) => needsAttention).length;
  const inDoubt = open.filter(({ status }) => status === 'charging').length;
  return [
    table(['order', 'attempt', 'amount', 'standing', 'age', 'charge', 'last failure'], rows),
    `${open.length} ${more ? 'shown' : 'open'}, ${attention} in need of attention, ${inDoubt} in doubt (perhaps charged)`,
    ...(more ? ['There are more: --limit shows them.'] : []),
  ].join('\n');
}

function standing({ status, needsAttention, lastFailure }: OpenPayment): string {
  const doubt = status === 'charging' ? 'in doubt' : 'not started';
  if (lastFailure?.deadLettered) return `${doubt}, in the DLQ`;
  return needsAttention ? `${doubt}, overdue` : status;
}

const failure = ({ lastFailure }: OpenPayment): string | undefined => lastFailure && `${lastFailure.code} at ${lastFailure.at}`;
