import { clientOf } from '../../start/client';
import { startTemporarySimulator } from '../../start/temporary-simulator';
import type { Goal, Section } from '../section';
import type { Requests } from './count';
import { countAcquirer, countRequests, SCENARIOS, type Scenario } from './scenarios';

export interface RequestCounts {
  readonly section: Section;
  readonly counts: Readonly<Record<Scenario, Requests>>;
  /** Of one charge, for its own table. */
  readonly acquirer: Requests;
}

export async function measureRequests(assembly: string): Promise<RequestCounts> {
  const simulator = await startTemporarySimulator({ assembly, quiet: true, schedules: false });
  try {
    const client = clientOf(simulator);
    const counts = await countRequests(client);
    return { counts, acquirer: await countAcquirer(client), section: sectionOf(counts) };
  } finally {
    await simulator.close();
  }
}

function sectionOf(counts: Readonly<Record<Scenario, Requests>>): Section {
  return {
    title: 'Requests per payment',
    text:
      'Exact counts of what the functions ask of other services, taken from the running system by its own record of outbound calls. The event source mapping adds one receive ' +
      'and one delete for each batch of up to ten messages. A refused write costs as much as any other. Each execution environment also reads the provider’s secret once a minute.',
    goals: goalsOf(counts),
    tables: [
      {
        head: ['', 'table writes', 'refused writes', 'table reads', 'requests to SQS', 'provider calls'],
        rows: SCENARIOS.map((scenario) => {
          const { tableWrites, refusedWrites, tableReads, queueRequests, providerCalls } = counts[scenario];
          return [scenario, ...[tableWrites, refusedWrites, tableReads, queueRequests, providerCalls].map(String)];
        }),
      },
    ],
  };
}

function goalsOf(counts: Readonly<Record<Scenario, Requests>>): Goal[] {
  const first = counts['first charge'];
  const guarded = counts['duplicate after the charge, stopped by the guard'];
  const replayed = counts['POST replayed after the charge'];
  const writes = (requests: Requests) => `${requests.refusedWrites} refused, ${requests.tableWrites} other writes`;
  const onlyRefused = ({ tableWrites, refusedWrites, tableReads }: Requests) =>
    tableWrites === 0 && refusedWrites === 1 && tableReads === 0;
  return [
    {
      goal: 'First charge: at most 5 table writes and 2 provider calls',
      found: `${first.tableWrites} table writes, ${first.providerCalls} provider calls`,
      met: first.tableWrites <= 5 && first.providerCalls <= 2,
    },
    {
      goal: 'Duplicate stopped by the guard: 1 refused write, 1 read, no provider call',
      found: `${writes(guarded)}, ${guarded.tableReads} reads, ${guarded.providerCalls} provider calls`,
      met: guarded.tableWrites === 0 && guarded.refusedWrites === 1 && guarded.tableReads === 1 && guarded.providerCalls === 0,
    },
    {
      goal: 'Replayed POST: 1 refused write',
      found: `${writes(replayed)}, ${replayed.tableReads} reads, ${replayed.queueRequests} requests to SQS`,
      met: onlyRefused(replayed) && replayed.queueRequests === 0,
    },
  ];
}
