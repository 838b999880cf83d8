import { CHARGE_HORIZON_SECONDS, PREVIEW_SAMPLE_SIZE, PREVIEW_VISIBILITY_SECONDS } from '../../lib/windows';
import { eventKey, readMessage, sameEvent } from '../shared/payment-event';
import { isTerminal, type Payment, type PaymentStatus, type Payments } from '../shared/payments';
import type { DeadLetter, Dlq } from './dlq';

/** What a message in the DLQ is: its payment's status, or why it has none. */
export type LetterStatus = PaymentStatus | 'unreadable' | 'unknown' | 'differs';

/** What lies in the DLQ, and what redriving it would do. */
export interface Preview {
  /** Messages that could be redriven now, as SQS counts them. */
  readonly visible: number;
  /** How many of them this preview has looked at: at most `PREVIEW_SAMPLE_SIZE`. */
  readonly sampled: number;
  readonly oldestAcceptedAt: string | null;
  readonly byStatus: Partial<Record<LetterStatus, number>>;
  /** Every sampled message would be settled, or is settled already. Charged twice is none in any case. */
  readonly safe: boolean;
  readonly reasons: readonly string[];
}

export interface PreviewPorts {
  readonly dlq: Pick<Dlq, 'visible' | 'receive' | 'release'>;
  readonly payments: Pick<Payments, 'get'>;
  readonly clock: () => number;
}

/** Looks at a sample of the DLQ without consuming it: every message is receivable again when this returns. */
export async function preview({ dlq, payments, clock }: PreviewPorts): Promise<Preview> {
  const visible = await dlq.visible();
  const letters = await sample(dlq, Math.min(visible, PREVIEW_SAMPLE_SIZE));
  try {
    // The last receive may bring more than the sample still needs: what is over is only released.
    const joined = await Promise.all(letters.slice(0, PREVIEW_SAMPLE_SIZE).map((letter) => join(letter, payments)));
    return { visible, sampled: joined.length, ...judge(joined, clock()) };
  } finally {
    await dlq.release(letters);
  }
}

async function sample(dlq: Pick<Dlq, 'receive' | 'release'>, size: number): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  try {
    while (letters.length < size) {
      const received = await dlq.receive(PREVIEW_VISIBILITY_SECONDS);
      if (received.length === 0) break;
      letters.push(...received);
    }
    return letters;
  } catch (error) {
    await dlq.release(letters);
    throw error;
  }
}

interface Joined {
  readonly status: LetterStatus;
  readonly payment?: Payment;
}

async function join(letter: DeadLetter, payments: Pick<Payments, 'get'>): Promise<Joined> {
  const event = readMessage(letter.body);
  if (!event) return { status: 'unreadable' };
  const payment = await payments.get(event.orderId, event.attempt);
  if (!payment) return { status: 'unknown' };
  return sameEvent(payment, event) ? { status: payment.status, payment } : { status: 'differs', payment };
}

function judge(joined: readonly Joined[], now: number): Omit<Preview, 'visible' | 'sampled'> {
  const byStatus: Partial<Record<LetterStatus, number>> = {};
  for (const { status } of joined) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const payments = joined.flatMap(({ payment }) => payment ?? []);
  const tooOld = (payment: Payment) => now - Date.parse(payment.acceptedAt) > CHARGE_HORIZON_SECONDS * 1000;
  const comeBack = (byStatus.unreadable ?? 0) + (byStatus.unknown ?? 0) + (byStatus.differs ?? 0);
  const settled = joined.filter(({ status, payment }) => status !== 'differs' && payment && isTerminal(payment)).length;
  // By the message's own status: one that differs from its payment is refused before its age is looked at.
  const startable = joined.flatMap(({ status, payment }) => (status === 'accepted' && payment ? payment : []));
  const expiring = new Set(startable.filter(tooOld).map(eventKey)).size;
  const reasons = [
    comeBack > 0 && `${comeBack} can never be charged (unreadable, unknown or differing from their payment) and will come back to the DLQ`,
    expiring > 0 && `${expiring} were accepted too long ago to be charged safely and will expire`,
    settled > 0 && `${settled} are settled already: redriving them is harmless`,
  ].filter((reason) => reason !== false);
  const oldest = payments.map(({ acceptedAt }) => acceptedAt).sort()[0];
  return { oldestAcceptedAt: oldest ?? null, byStatus, safe: comeBack === 0, reasons };
}
