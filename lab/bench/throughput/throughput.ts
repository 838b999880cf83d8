import { BATCH_SIZE } from '../../../contract/windows';
import { type Environment, startEnvironment } from '../environment/environment';
import { batchOf, returned } from '../environment/sqs-event';
import { A, A_ONE_CALL, C, type Contestant, contestants, OURS } from '../installation/contestants';
import type { Installation } from '../installation/installation';
import { acceptOrders } from '../installation/orders';
import type { Goal, Section, Table } from '../section';
import type { Sizes } from '../sizes';
import { median, ratio, shown, withRange } from '../statistics';

const LATENCIES_MS = [0, 50, 200] as const;

/** Which group each message of a batch of ten belongs to. In the product a group is an order, so that `10` is the usual batch. */
const GROUPINGS: Readonly<Record<string, readonly number[]>> = {
  '1': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  '5': [0, 1, 2, 3, 4, 0, 1, 2, 3, 4],
  '10': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  mixed: [0, 0, 0, 0, 1, 1, 2, 3, 4, 5],
};

const WARM_UP_BATCHES = 5;

interface Cell {
  readonly latencyMs: (typeof LATENCIES_MS)[number];
  readonly grouping: string;
  /** By contestant, one value a batch. */
  readonly batchMs: Readonly<Record<string, number[]>>;
  readonly cpuMs: Readonly<Record<string, number[]>>;
}

export interface Throughput {
  readonly section: Section;
  /** An invocation with one message at a provider latency of 200 ms. */
  readonly charge: { readonly ms: number; readonly cpuMs: number };
}

/** How much one execution environment charges: batches of ten, straight to the handler, one after another. */
export async function measureThroughput(
  installation: Installation,
  sizes: Sizes,
  doubleCharges: Readonly<Record<string, string>>,
): Promise<Throughput> {
  const all = contestants(installation);
  const environments = new Map<string, Environment>();
  const before = await installation.acquirer.charges();
  try {
    for (const { name, definition } of all) environments.set(name, await startEnvironment(definition, installation.simulator.awsEndpoint));
    const run = async (contestant: Contestant, groups: readonly number[]) => {
      const orders = await acceptOrders(installation, contestant, groups.length);
      const event = batchOf(orders.map((order, index) => ({ event: order, groupId: `group-${groups[index]}` })));
      const done = await environments.get(contestant.name)!.invoke(event);
      if (!done || done.error !== undefined || returned(done.result).length > 0)
        throw new Error(`${contestant.name} did not charge its batch: ${done?.error ?? 'messages came back'}`);
      return done;
    };
    installation.acquirer.latencyMs = 0;
    for (let round = 0; round < WARM_UP_BATCHES; round++) for (const each of all) await run(each, GROUPINGS['10']!);

    const cells: Cell[] = [];
    for (const latencyMs of LATENCIES_MS) {
      installation.acquirer.latencyMs = latencyMs;
      for (const [grouping, groups] of Object.entries(GROUPINGS))
        cells.push(await measureCell(all, latencyMs, grouping, groups, sizes, run));
    }
    const alone = [];
    for (let count = 0; count < sizes.batches[200] * 3; count++) alone.push(await run(all[0]!, [0]));
    await refuseDoubleCharges(installation, before);
    const charge = { ms: median(alone.map(({ ms }) => ms)), cpuMs: median(alone.map(({ cpuMs }) => cpuMs)) };
    return { section: sectionOf(cells, doubleCharges), charge };
  } finally {
    installation.acquirer.latencyMs = 0;
    for (const environment of environments.values()) environment.kill();
  }
}

/** One after another within each round, so that whatever else the machine does hits them alike. */
async function measureCell(
  all: readonly Contestant[],
  latencyMs: Cell['latencyMs'],
  grouping: string,
  groups: readonly number[],
  sizes: Sizes,
  run: (contestant: Contestant, groups: readonly number[]) => Promise<{ ms: number; cpuMs: number }>,
): Promise<Cell> {
  const batchMs = Object.fromEntries(all.map(({ name }) => [name, [] as number[]]));
  const cpuMs = Object.fromEntries(all.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < sizes.batches[latencyMs]; round++) {
    for (const contestant of all) {
      const done = await run(contestant, groups);
      batchMs[contestant.name]!.push(done.ms);
      cpuMs[contestant.name]!.push(done.cpuMs / groups.length);
    }
  }
  return { latencyMs, grouping, batchMs, cpuMs };
}

/** Without faults nobody charges twice; if one does, the figures mean nothing. */
async function refuseDoubleCharges(installation: Installation, before: ReadonlyMap<string, number>): Promise<void> {
  const twice = [...(await installation.acquirer.charges())].filter(([orderId, charges]) => charges > 1 && !before.has(orderId));
  if (twice.length > 0) throw new Error(`${twice.length} orders were charged twice without any fault`);
}

const faster = ({ batchMs }: Cell, than: string): number => median(batchMs[than]!) / median(batchMs[OURS]!);

function sectionOf(cells: readonly Cell[], doubleCharges: Readonly<Record<string, string>>): Section {
  const names = Object.keys(cells[0]!.batchMs);
  const at = (cell: Cell) => [`${cell.latencyMs} ms`, cell.grouping];
  const ratios: Table = {
    caption: `How many times as many payments a second charge-once makes, by the medians`,
    head: ['provider latency', 'groups', ...names.slice(1)],
    rows: cells.map((cell) => [...at(cell), ...names.slice(1).map((name) => ratio(faster(cell, name)))]),
  };
  const perSecond: Table = {
    caption: 'Payments a second of one execution environment: median (range)',
    head: ['provider latency', 'groups', ...names],
    rows: [
      ...cells.map((cell) => [...at(cell), ...names.map((name) => withRange(cell.batchMs[name]!.map((ms) => (BATCH_SIZE * 1000) / ms)))]),
      ['double charges', 'under faults', ...names.map((name) => doubleCharges[name] ?? 'not tried')],
    ],
  };
  const cpu: Table = {
    caption: 'Processor time of a payment in milliseconds: median (range)',
    head: ['provider latency', 'groups', ...names],
    rows: cells
      .filter(({ grouping }) => grouping === '10' || grouping === '1')
      .map((cell) => [...at(cell), ...names.map((name) => withRange(cell.cpuMs[name]!))]),
  };
  return {
    title: 'Charge throughput of one execution environment',
    text:
      'Batches of ten messages go straight to the handler, all contestants in turn. The provider waits for the given time before each call, then does its ' +
      'work. Tables, secret and acquirer are served by the driver on the same cores, so that at 0 ms the figures show processor time and nothing else. ' +
      'A group is an order in this product: ten messages of one group are ten attempts to collect one order, which no shop has; the row is here ' +
      'because nothing can run in parallel in it.',
    goals: goalsOf(cells),
    tables: [ratios, perSecond, cpu],
  };
}

function goalsOf(cells: readonly Cell[]): Goal[] {
  const cell = (latencyMs: number, grouping: string) => cells.find((each) => each.latencyMs === latencyMs && each.grouping === grouping)!;
  const usual = cell(50, '10');
  const slowest = [...cells].sort((a, b) => faster(a, A) - faster(b, A))[0]!;
  const slower = cells.filter((each) => faster(each, A) < 1).map(({ latencyMs, grouping }) => `${latencyMs} ms with groups ${grouping}`);
  const ofFloor = 1 / faster(usual, C);
  return [
    {
      goal: 'At 50 ms and 10 groups at least 6 × A',
      found: ratio(faster(usual, A)),
      met: faster(usual, A) >= 6,
      why: 'Both wait for the provider twice a payment, A ten times in a row and charge-once once; what is missing is processor time of the two cores, which also serve tables and provider.',
    },
    {
      goal: 'Never slower than A',
      found: `at worst ${ratio(faster(slowest, A))}, at ${slowest.latencyMs} ms and groups ${slowest.grouping}`,
      met: slower.length === 0,
      why: `Slower at ${slower.join(', ')}: charge-once reads the row and writes two states to the ledger where A writes nothing. Those three table calls are what keeps A's double charges away.`,
    },
    {
      goal: 'At 50 ms and 10 groups within 1.3 × of C',
      found: `${ratio(ofFloor)} of its time`,
      met: ofFloor <= 1.3,
      why: 'Guard and ledger are five table calls a payment, one after the other.',
    },
    {
      goal: 'For comparison: 50 ms and 10 groups against A with one provider call',
      found: `${ratio(faster(usual, A_ONE_CALL))}; more than ${shown(500 / 100)} × is not possible, as charge-once waits twice`,
      met: true,
    },
  ];
}
