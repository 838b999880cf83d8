import { readMessage } from '../../contract/payment-event';
import { type RecoverPorts, type RecoveryReport, recover } from '../../functions/recover/recover';
import { isTerminal, type Payment } from '../../functions/shared/payments';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../memory-dlq';
import { type MemoryPayments, memoryPayments } from '../memory-payments';
import { aPayment } from '../payment-factory';
import { memoryStates } from './memory-states';

/** When the messages that a test begins with came into the DLQ. */
export const BEGIN = Date.parse('2026-11-29T10:02:30.000Z');
/** How long a worker tries a message that it cannot charge. */
const TRIED_MS = 150_000;
const PATIENCE_SECONDS = 330;

/** An open payment whose message lies in the DLQ. */
export const deadPayment = (orderId: string, over: Partial<Payment> = {}): Payment =>
  aPayment({ orderId, lastFailure: { code: 'provider-error', at: '2026-11-29T10:02:30.000Z', deadLettered: true }, ...over });

/** A DLQ after an outage, a worker that takes what comes back, and a provider that is still down until a test says otherwise. */
export function outage(rows: readonly Payment[], over: Partial<RecoverPorts> = {}) {
  const payments: MemoryPayments = memoryPayments(rows);
  const dlq: MemoryDlq = memoryDlq(rows.map(({ orderId }, index) => aDeadLetter(`m-${index}`, orderId)));
  const states = over.states ?? memoryStates();
  const returning: { at: number; orderId: string }[] = [];
  const sent: string[] = [];
  let now = BEGIN;
  let runs = 0;
  let copies = 0;

  async function deliver(body: string): Promise<void> {
    const { orderId, attempt } = readMessage(body)!;
    const row = (await payments.get(orderId, attempt))!;
    if (isTerminal(row)) return;
    if (!world.isUp || world.poison.has(orderId)) return void returning.push({ at: now + TRIED_MS, orderId });
    const charging = await payments.startCharging(row, `pi_${orderId}`);
    await payments.settle(charging, { status: 'charged', chargedAt: new Date(now).toISOString() });
  }

  const world = {
    payments,
    dlq,
    states,
    isUp: false,
    /** Orders whose charge fails whatever the provider does. */
    poison: new Set<string>(),
    /** Orders in the order in which their messages went back. */
    sent,
    now: () => now,
    run: async (ports: Partial<RecoverPorts> = {}): Promise<RecoveryReport> => {
      const report = await recover({
        dlq,
        payments,
        states,
        acquirePermit: async () => true,
        patienceSeconds: PATIENCE_SECONDS,
        clock: () => now,
        timeLeft: () => true,
        runId: `run-${++runs}`,
        ...over,
        ...ports,
      });
      const copied = dlq.queue.splice(0);
      sent.push(...copied.map(({ groupId }) => groupId));
      for (const { body } of copied) await deliver(body);
      return report;
    },
    /** Lets time pass: what failed in the meantime is in the DLQ again. */
    pass: async (minutes: number) => {
      now += minutes * 60_000;
      for (const { at, orderId } of returning.splice(0).sort((a, b) => a.at - b.at)) {
        if (at > now) {
          returning.push({ at, orderId });
          continue;
        }
        const time = new Date(at).toISOString();
        await payments.noteFailure({ orderId, attempt: 1 }, { code: 'provider-error', at: time, deadLettered: true });
        dlq.bury(aDeadLetter(`copy-${++copies}`, orderId, { arrivedAt: at }));
      }
    },
    /** Runs on schedule for so many minutes. */
    live: async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 5) {
        await world.run();
        await world.pass(5);
      }
    },
    row: (orderId: string) => payments.rows().find((row) => row.orderId === orderId)!,
    inDlq: () => dlq.deadLetters().map(({ groupId }) => groupId),
  };
  return world;
}
