import type { Fault } from '@charge-once/acquirer/client';
import { randomOf } from '../../lab/bench/random';
import { operator } from '../../testing/operator';
import { startForTest } from '../../testing/start';
import { type Audit, audit } from './load/audit';
import { type Clients, clientsOf } from './load/clients';
import { type FaultRain, letItRain } from './load/fault-rain';
import { type Order, planRounds } from './load/plan';
import type { Section } from './section';

export interface LoadOptions {
  readonly payments: number;
  /** The same seed plans the same orders, requests and faults; how they meet is up to the machine. */
  readonly seed: number;
  readonly onProgress?: (text: string) => void;
}

type Shop = ReturnType<typeof operator>;

/** Orders of a round. Virtual time moves between rounds, because it cannot while requests are on their way. */
const MOST_PER_ROUND = 500;
const LEAST_ROUNDS = 3;
/** In one round of so many, and in the last, the acquirer is down, so that the payments of that round end in the DLQ. */
const ROUNDS_PER_OUTAGE = 20;
/** Orders whose outage outlives the first redrive; the acquirer keeps at most 100 rules. */
const STILL_DOWN = 20;
/** Calls made to end in a kill, in a run of any size, and kills besides: each costs seconds, and a large run would do nothing else. */
const MOST_KILLS = 150;
const MOST_OTHER_KILLS = 100;
const POSTS_PER_KILL = 100;
/** A payment makes some 35 outbound calls, the acquirer's own included; one in twenty fails. */
const FAULTS_PER_PAYMENT = 1.75;
const MOST_KILL_SHARE = 0.04;
/** One call in twenty fails: ten in a row mean that something is broken. */
const MOST_TRIES = 10;

/** Many payments, each posted three times, while one outbound call in twenty fails, processes die and the acquirer is down for a while. */
export async function proveLoad({ payments, seed, onProgress = () => undefined }: LoadOptions): Promise<Section> {
  const startedMs = Date.now();
  const random = randomOf(seed);
  const { orders, rounds } = planRounds(payments, Math.min(MOST_PER_ROUND, Math.ceil(payments / LEAST_ROUNDS)), random);
  const simulator = await startForTest();
  try {
    const shop = operator(simulator);
    const rain = await letItRain(shop, random, Math.min(MOST_KILL_SHARE, MOST_KILLS / (payments * FAULTS_PER_PAYMENT)));
    const clients = clientsOf(shop, random, Math.min(1 / POSTS_PER_KILL, MOST_OTHER_KILLS / (3 * payments)));
    for (const [index, posts] of rounds.entries()) {
      const outage = (index + 1) % ROUNDS_PER_OUTAGE === 0 || index + 1 === rounds.length;
      if (outage) await setFault(shop, { mode: 'down' });
      await clients.post(posts);
      // Beyond the visibility time-out of what died; in an outage beyond the last receive.
      await shop.advance(outage ? 'PT20M' : 'PT4M');
      if (outage) await setFault(shop, { mode: 'none' });
      onProgress(`load: round ${index + 1} of ${rounds.length}, ${clients.counts.requests} requests, ${await shop.inDlq()} in the DLQ`);
    }
    const redriven = await mendAndRedrive(shop, rain, orders);
    onProgress('load: auditing');
    const found = await audit(shop, orders, clients.told);
    const { ChargeQueue, ChargeDlq } = (await shop.state()).queues;
    const left = ChargeQueue.visible + ChargeQueue.inFlight + ChargeDlq.visible + ChargeDlq.inFlight;
    const problems = [...clients.problems, ...found.problems, ...(left > 0 ? [`${left} messages are left`] : [])];
    return sectionOf({
      payments,
      seed,
      seconds: (Date.now() - startedMs) / 1000,
      clients,
      found,
      redriven,
      problems,
      state: await shop.state(),
    });
  } finally {
    await simulator.close();
  }
}

/** The acquirer's own calls fail as well: its operator asks until it has taken the fault. */
async function setFault(shop: Shop, fault: Fault): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await shop.fault(fault);
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}

interface Redriven {
  readonly first: number;
  readonly second: number;
  readonly fallen: Awaited<ReturnType<FaultRain['stop']>>;
}

/** The next morning, with faults still falling and the acquirer down for some; and again in the last days of the DLQ, with everything mended. */
async function mendAndRedrive(shop: Shop, rain: FaultRain, orders: readonly Order[]): Promise<Redriven> {
  for (const { orderId } of orders.slice(-STILL_DOWN)) await setFault(shop, { mode: 'down', orderId });
  await shop.advance('PT13H');
  const first = await shop.inDlq();
  await shop.redrive();
  await shop.advance('PT20M');
  const fallen = await rain.stop();
  await setFault(shop, { mode: 'none' });
  await shop.advance('P13D');
  const second = await shop.inDlq();
  await shop.redrive();
  await shop.advance('PT20M');
  return { first, second, fallen };
}

interface Findings extends Pick<LoadOptions, 'payments' | 'seed'> {
  readonly seconds: number;
  readonly clients: Clients;
  readonly found: Audit;
  readonly redriven: Redriven;
  readonly problems: readonly string[];
  readonly state: {
    readonly duplicatesSuppressed: Readonly<Record<string, number>>;
    readonly functions: { readonly charge: { readonly invocations: number } };
  };
}

const thousands = (count: number): string => count.toLocaleString('en-US');

const figuresOf = (what: string, counts: Readonly<Record<string, number>>): [string, string][] =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => [`${what} ${name}`, thousands(count)]);

function sectionOf({ payments, seed, seconds, clients: { counts }, found, redriven, problems, state }: Findings): Section {
  const { fallen } = redriven;
  return {
    title: 'Load with faults',
    text:
      'The synthesized stacks on the simulator. Each payment is posted three times, some at once and some much later, by clients that repeat until they are ' +
      'answered 202 or 422; one payment in twenty has a card that is declined, a few duplicates name another amount. One outbound call in twenty fails, ' +
      'charge processes are killed, the acquirer is down for a while. The DLQ is redriven after 13 hours, while calls still fail, and again 13 days later. ' +
      'Then every row is held against the books of the acquirer.',
    figures: [
      ['payments', thousands(payments)],
      ['seed', seed],
      ['duration', `${Math.round(seconds)} s`],
      ['requests', thousands(counts.requests)],
      ['requests repeated for want of an answer', thousands(counts.repeated)],
      ['answers 422 to another amount', thousands(counts.refused)],
      ['outbound calls', thousands(fallen.calls)],
      ['outbound calls made to fail', `${thousands(fallen.faults)} (${((100 * fallen.faults) / Math.max(1, fallen.calls)).toFixed(1)} %)`],
      ...figuresOf('of these,', fallen.effects),
      ['charge processes killed besides', thousands(counts.kills)],
      ['charge invocations', thousands(state.functions.charge.invocations)],
      ['messages in the DLQ at the first redrive', thousands(redriven.first)],
      ['messages in the DLQ at the second redrive', thousands(redriven.second)],
      ['charges in the books', thousands(found.charges)],
      ...figuresOf('payments', found.statuses),
      ...figuresOf('duplicates stopped by', state.duplicatesSuppressed),
    ],
    doubleCharges: found.doubleCharges,
    lostPayments: found.lostPayments,
    violations: problems,
  };
}
