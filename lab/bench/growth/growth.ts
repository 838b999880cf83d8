import type { FunctionDefinition } from '@charge-once/simulator/types';
import { ENV } from '../../../contract/names';
import { PREVIEW_SAMPLE_SIZE } from '../../../contract/windows';
import { askRedrive } from '../../../ops/client/redrive';
import type { SimulatorClient } from '../../../ops/client/simulator-client';
import type { SimulatorProcess } from '../installation/simulator-process';
import { spread } from '../latency/clients';
import { shopAt } from '../latency/shop';
import type { Section } from '../section';
import type { Sizes } from '../sizes';
import { percentile, ratio, shown } from '../statistics';
import { fillDlq, storedOrder, storePayments } from './fill';

const CLIENTS = 16;
const DRAIN_SECONDS = 240;
const POLL_MS = 50;
/** Of the first value: what counts as flat on a machine that does other things too. */
const FLAT = 1.5;
/** Bytes of heap that a payment may leave behind: the simulator remembers deduplication ids for five minutes and the last 20,000 calls. */
const LEAK_BYTES = 20_000;

interface Stored {
  readonly payments: number;
  readonly paymentMs: number;
  readonly replayMs: number;
  readonly getMs: number;
}

interface Drained {
  readonly messages: number;
  readonly previewMs: number;
  readonly messagesPerSecond: number;
}

interface Round {
  readonly paymentMs: number;
  readonly heapMb: number;
  readonly environmentsMb: number;
}

/** Whether a payment costs the same whatever is stored already, and whether a long run leaks. */
export async function measureGrowth(
  simulator: SimulatorProcess,
  functions: ReadonlyMap<string, FunctionDefinition>,
  sizes: Sizes,
): Promise<Section> {
  const { environment } = functions.get('charge')!;
  const tables = { payments: environment[ENV.paymentsTable]!, guard: environment[ENV.guardTable]! };
  // Before anything is stored: a full table would be taken for a leak.
  const rounds = await runLong(simulator, sizes);
  const stored: Stored[] = [];
  for (const [index, payments] of sizes.stored.entries()) {
    await storePayments(simulator.client.target, tables, sizes.stored[index - 1] ?? 0, payments);
    stored.push(await measureStored(simulator, payments, sizes));
  }
  const drained: Drained[] = [];
  for (const messages of [PREVIEW_SAMPLE_SIZE, sizes.deadLetters]) drained.push(await measureDlq(simulator.client, messages));
  return sectionOf(stored, drained, rounds, sizes);
}

async function runLong(simulator: SimulatorProcess, sizes: Sizes): Promise<Round[]> {
  const shop = shopAt(simulator.client, CLIENTS);
  const rounds: Round[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const ms = await shop.pay(Array.from({ length: sizes.paymentsARound }, (_, index) => `long-${round}-${index}`));
    const { heapUsed } = await simulator.memory();
    rounds.push({ paymentMs: ms / sizes.paymentsARound, heapMb: heapUsed / 2 ** 20, environmentsMb: simulator.environmentsMb() });
  }
  shop.close();
  return rounds;
}

async function measureStored({ client }: SimulatorProcess, payments: number, sizes: Sizes): Promise<Stored> {
  const shop = shopAt(client, CLIENTS);
  const count = sizes.paymentsARound;
  const ms = await shop.pay(Array.from({ length: count }, (_, index) => `growth-${payments}-${index}`));
  const old = Array.from({ length: count }, (_, index) => storedOrder(Math.floor((index * payments) / count)));
  const replays = await spread(old, 1, shop.post);
  const gets = await spread(old, 1, shop.get);
  shop.close();
  const p50 = (answers: readonly { ms: number }[]) =>
    percentile(
      answers.map((answer) => answer.ms),
      0.5,
    );
  return { payments, paymentMs: ms / count, replayMs: p50(replays), getMs: p50(gets) };
}

async function measureDlq(client: SimulatorClient, messages: number): Promise<Drained> {
  const { target } = client;
  await fillDlq(client, 0, messages);
  await askRedrive(target, { action: 'status' });
  const previewedMs = performance.now();
  await askRedrive(target, { action: 'preview' });
  const startedMs = performance.now();
  await askRedrive(target, { action: 'start' });
  await untilDrained(client);
  return { messages, previewMs: startedMs - previewedMs, messagesPerSecond: (1000 * messages) / (performance.now() - startedMs) };
}

async function untilDrained({ queues, dlqUrl, chargeQueueUrl }: SimulatorClient): Promise<void> {
  for (const deadline = performance.now() + DRAIN_SECONDS * 1000; ; ) {
    const [dlq, charge] = await Promise.all([dlqUrl, chargeQueueUrl].map((url) => queues.counts(url)));
    if (dlq!.visible + dlq!.inFlight + charge!.visible + charge!.inFlight === 0) return;
    if (performance.now() > deadline) throw new Error(`the DLQ is not drained after ${DRAIN_SECONDS} s`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function sectionOf(stored: readonly Stored[], drained: readonly Drained[], rounds: readonly Round[], sizes: Sizes): Section {
  const growth = stored.at(-1)!.paymentMs / stored[0]!.paymentMs;
  const preview = drained.at(-1)!.previewMs / drained[0]!.previewMs;
  // The first round fills pools and caches.
  const [second, last] = [rounds[1] ?? rounds[0]!, rounds.at(-1)!];
  const leaked = ((last.heapMb - second.heapMb) * 2 ** 20) / (Math.max(1, rounds.length - 2) * sizes.paymentsARound);
  return {
    title: 'Growth',
    text:
      `Payments are written straight to the tables; then ${sizes.paymentsARound} new ones are charged by ${CLIENTS} clients, and old ones are posted again and read. Messages of stored payments are put into the dead-letter queue, looked ` +
      'at and redriven; SQS itself moves at most 500 a second. The long run charges rounds of payments and looks at the simulator’s heap after a garbage collection.',
    goals: [
      {
        goal: 'Cost of a payment does not grow with the payments stored',
        found: `${ratio(growth)} with ${shown(stored.at(-1)!.payments)} payments, of that with ${shown(stored[0]!.payments)}`,
        met: growth <= FLAT,
        why: 'The engine’s own store gets slower as it fills; the functions make the same requests.',
      },
      {
        goal: 'A preview of the DLQ does not grow with the messages in it',
        found: `${ratio(preview)} with ${shown(drained.at(-1)!.messages)} messages, of that with ${shown(drained[0]!.messages)}`,
        met: preview <= FLAT,
        why: 'A preview looks at a hundred messages of either queue and joins each with its row.',
      },
      {
        goal: 'Long runs do not leak',
        found: `${shown(leaked / 1024)} kB of heap a payment after the first round`,
        met: leaked <= LEAK_BYTES,
        why: 'The heap grew from round to round.',
      },
    ],
    tables: [
      {
        head: ['payments stored', 'ms a payment, 16 clients', 'replayed POST p50 ms', 'GET p50 ms'],
        rows: stored.map((each) => [shown(each.payments), shown(each.paymentMs), shown(each.replayMs), shown(each.getMs)]),
      },
      {
        head: ['messages in the DLQ', 'preview ms', 'redriven messages a second, charge function included'],
        rows: drained.map((each) => [shown(each.messages), shown(each.previewMs), shown(each.messagesPerSecond)]),
      },
      {
        head: ['round', 'ms a payment', 'heap of the simulator MB', 'memory of all functions MB'],
        rows: rounds.map((each, index) => [String(index + 1), shown(each.paymentMs), shown(each.heapMb), shown(each.environmentsMb)]),
      },
    ],
  };
}
