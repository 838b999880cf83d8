import { PermanentFailure, TransientFailure } from '../../contract/failures';
import {
  ATTENTION_AFTER_SECONDS,
  CHARGE_HORIZON_SECONDS,
  DLQ_RETENTION_SECONDS,
  MAX_WAITING_TO_RESEND,
  OPEN_SHARDS,
} from '../../contract/windows';
import { isTerminal, type Payment, type Payments } from '../shared/payments';
import { CONTRADICTED, type RecordChargePorts, recordCharge, sameMoney } from './compare-charges';
import type { BookedCharge, LedgerPages, OpenKey, ProviderBooks, ResendQueue, ShardCursors } from './ports';
import type { Findings } from './report';

export interface OverduePorts extends RecordChargePorts {
  readonly payments: RecordChargePorts['payments'] & Pick<Payments, 'get' | 'expire' | 'noteResent'>;
  readonly ledger: Pick<LedgerPages, 'open'>;
  readonly books: Pick<ProviderBooks, 'find'>;
  readonly queue: ResendQueue;
  /** ISO 8601: what was accepted from then on was not overdue before; absent when nobody has looked yet. */
  readonly newSince?: string;
  /** True once every charge of the provider was compared. */
  readonly mayExpire: boolean;
  readonly timeLeft: () => boolean;
}

/** Sends the payment's message again. Returns false when it may still be waiting in the queue, and was not sent. */
type Resend = (payment: Payment) => Promise<boolean>;

/**
 * Goes through the overdue payments, the oldest first, the shards side by side, and does for each what can be done without charging anybody.
 * Returns where the next run goes on: an empty object when all were looked at.
 */
export async function handleOverdue(cursors: ShardCursors, ports: OverduePorts): Promise<ShardCursors> {
  const { ledger, clock, timeLeft } = ports;
  const acceptedBefore = new Date(clock() - ATTENTION_AFTER_SECONDS * 1000).toISOString();
  const resend = createResend(ports);

  /** `undefined` when the shard is finished. */
  async function handleShard(shard: number): Promise<OpenKey | null | undefined> {
    let cursor = cursors[shard] ?? null;
    while (timeLeft()) {
      const { keys, next } = await ledger.open(shard, acceptedBefore, cursor ?? undefined);
      for (const key of keys) {
        if (!timeLeft()) return cursor;
        await handlePayment(key, resend, ports);
        cursor = key;
      }
      if (!next) return undefined;
      cursor = next;
    }
    return cursor;
  }

  const shards = Array.from({ length: OPEN_SHARDS }, (_, shard) => shard);
  const ends = await Promise.all(shards.map(async (shard) => [String(shard), await handleShard(shard)] as const));
  return Object.fromEntries(ends.filter((end): end is readonly [string, OpenKey | null] => end[1] !== undefined));
}

const isOlder = (time: string, seconds: number, now: number): boolean => now - Date.parse(time) > seconds * 1000;

async function handlePayment({ orderId, attempt }: OpenKey, resend: Resend, ports: OverduePorts): Promise<void> {
  const row = await ports.payments.get(orderId, attempt);
  // Settled since: the index is a moment behind.
  if (!row || isTerminal(row)) return;
  ports.findings.count('overdue');
  if (ports.newSince === undefined || row.acceptedAt >= ports.newSince) ports.findings.count('newlyOverdue');
  const isOpen = row.status === 'accepted' ? await handleAccepted(row, resend, ports) : await handleCharging(row, ports);
  const { lastFailure } = row;
  // Past its retention the message is gone, and there is nothing left to redrive.
  const isInDlq = lastFailure?.deadLettered && !isOlder(lastFailure.at, DLQ_RETENTION_SECONDS, ports.clock());
  if (isOpen && isInDlq) ports.findings.count('inDlq');
}

/** Never started. Returns whether it is still open. */
async function handleAccepted(row: Payment, resend: Resend, { payments, findings, mayExpire, clock }: OverduePorts): Promise<boolean> {
  if (isOlder(row.acceptedAt, CHARGE_HORIZON_SECONDS, clock())) {
    if (!mayExpire || row.lastFailure?.code === CONTRADICTED) return true;
    const now = await payments.expire(row);
    if (now.status === 'expired') findings.count('expired');
    return !isTerminal(now);
  }
  // A delivery that fails leaves its failure on the row: without one, no worker has had the message to its end.
  if (row.lastFailure === undefined && row.resentAt === undefined && (await resend(row))) findings.count('resent');
  return true;
}

/**
 * Resends what the queue never delivered. Not while its backlog is long: the message may be waiting there. It may also lie in the DLQ without a
 * trace on the row, when every worker died; one too many is stopped by the guard and the ledger.
 *
 * Sent first, marked then: dying in between sends once more and never loses one. Within five minutes, when Lambda repeats the run, SQS drops
 * the second; later, the first has been delivered and the payment has moved on.
 */
function createResend({ queue, payments, clock }: Pick<OverduePorts, 'queue' | 'payments' | 'clock'>): Resend {
  // Asked once a run, and only when there is something to send.
  let isDrained: Promise<boolean> | undefined;
  return async (payment) => {
    isDrained ??= queue.backlog().then((messages) => messages <= MAX_WAITING_TO_RESEND);
    if (!(await isDrained)) return false;
    await queue.send(payment);
    await payments.noteResent(payment, new Date(clock()).toISOString());
    return true;
  };
}

/** Started, and it is not known how it ended: the provider says, or nobody does yet. Returns whether it is still open. */
async function handleCharging(row: Payment, ports: OverduePorts): Promise<boolean> {
  const { payments, books, findings } = ports;
  const charge = row.chargeId === undefined ? undefined : await findIfPossible(row.chargeId, books);
  if (!charge?.outcome || !isOf(row, charge, findings)) {
    findings.count('inDoubt');
    return true;
  }
  const { outcome } = charge;
  if (outcome.status === 'charged') {
    findings.sawSucceeded(charge);
    await recordCharge({ ...charge, outcome }, row, ports);
  } else {
    const { status } = await payments.settle(row, outcome);
    if (status !== outcome.status) findings.differs(charge, 'ended-otherwise');
  }
  findings.count('settled');
  return false;
}

/** Whether the charge is this payment's, in order, attempt, amount and currency. */
function isOf(row: Payment, charge: BookedCharge, findings: Findings): boolean {
  const isSameEvent = charge.orderId === row.orderId && charge.attempt === row.attempt;
  if (isSameEvent && sameMoney(row, charge)) return true;
  findings.differs({ ...row, chargeId: charge.chargeId }, isSameEvent ? 'amount-or-currency' : 'other-charge');
  return false;
}

/** `undefined` when the provider does not know the charge, or cannot say now. One that fails must not keep the others from being asked for. */
async function findIfPossible(chargeId: string, books: Pick<ProviderBooks, 'find'>): Promise<BookedCharge | undefined> {
  try {
    return await books.find(chargeId);
  } catch (error) {
    if (error instanceof TransientFailure || error instanceof PermanentFailure) return undefined;
    throw error;
  }
}
