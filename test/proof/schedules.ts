import fc from 'fast-check';
import { type Layers, MORE_TAKEN_AWAY, ONE_TAKEN_AWAY, SHIPPED } from '../../testing/world/layers';
import { runSchedule } from '../../testing/world/run-schedule';
import { type Schedule, schedules } from '../../testing/world/steps';
import { type Counts, noCounts } from '../../testing/world/world';
import type { Section } from './section';

export interface SchedulesOptions {
  /** How many schedules to try. */
  readonly schedules: number;
  /** The same seed tries the same schedules. */
  readonly seed: number;
  /** Replays one schedule that an earlier run of this seed reported, and what it shrank to. */
  readonly path?: string;
  /** Called after every thousand schedules. */
  readonly onProgress?: (tried: number) => void;
}

export interface ProofOptions extends SchedulesOptions {
  /** How many of the schedules to try again with each set of layers taken away. One in a hundred unless given, and at most 300. */
  readonly again?: number;
}

export interface SchedulesResult {
  readonly tried: number;
  readonly steps: number;
  readonly counts: Counts;
  /** The smallest schedule found that broke an invariant. */
  readonly broken?: { readonly violations: readonly string[]; readonly schedule: Schedule; readonly replay: string };
}

/** Tries random schedules until one breaks an invariant, and then looks for the smallest that does. */
export async function trySchedules({ schedules: numRuns, seed, path, onProgress }: SchedulesOptions): Promise<SchedulesResult> {
  const totals = { tried: 0, steps: 0, counts: noCounts() };
  let last: readonly string[] = [];
  const property = fc.asyncProperty(schedules, async (schedule) => {
    const { violations, counts } = await runSchedule(schedule);
    totals.tried += 1;
    if (totals.tried % 1000 === 0) onProgress?.(totals.tried);
    totals.steps += schedule.steps.length;
    add(totals.counts, counts);
    if (violations.length > 0) last = violations;
    return violations.length === 0;
  });
  const details = await fc.check(property, { numRuns, seed, path });
  if (!details.failed) return totals;
  const [schedule] = details.counterexample ?? [];
  if (!schedule) throw new Error('the run was interrupted', { cause: details.errorInstance });
  return { ...totals, broken: { violations: last, schedule, replay: `SEED=${seed} SEED_PATH=${details.counterexamplePath}` } };
}

/** How many of the schedules charge an order twice, or lose a payment, in a world with these layers. */
export async function countBroken(
  { schedules: numRuns, seed }: Pick<SchedulesOptions, 'schedules' | 'seed'>,
  layers: Layers,
): Promise<{ readonly chargedTwice: number; readonly lost: number }> {
  let chargedTwice = 0;
  let lost = 0;
  for (const schedule of fc.sample(schedules, { numRuns, seed })) {
    const { violations } = await runSchedule(schedule, layers);
    if (violations.some((violation) => violation.startsWith('I1: charged twice'))) chargedTwice += 1;
    if (violations.some((violation) => violation.startsWith('I2: a promised payment was lost'))) lost += 1;
  }
  return { chargedTwice, lost };
}

/** The same schedules with layers taken away, as a table. */
async function withLayersTakenAway(options: Pick<SchedulesOptions, 'schedules' | 'seed'>): Promise<string> {
  const lines = [
    `The same schedules with layers taken away, ${options.schedules} for each line:`,
    '',
    '| layers | schedules that charge twice | that lose a payment |',
    '| --- | --- | --- |',
  ];
  for (const [name, layers] of Object.entries({ shipped: SHIPPED, ...ONE_TAKEN_AWAY, ...MORE_TAKEN_AWAY })) {
    const { chargedTwice, lost } = await countBroken(options, layers);
    lines.push(`| ${name} | ${chargedTwice} | ${lost} |`);
  }
  return `${lines.join('\n')}\n`;
}

function add(totals: Counts, { suppressed, ended, ...counts }: Counts): void {
  sum<keyof typeof counts>(totals, counts);
  sum(totals.suppressed, suppressed);
  sum(totals.ended, ended);
}

function sum<K extends string>(totals: Record<K, number>, counts: Record<K, number>): void {
  for (const name of Object.keys(counts) as K[]) totals[name] += counts[name];
}

/** The schedules as a part of the proof. */
export async function runSchedules({ again: wanted, ...options }: ProofOptions): Promise<Section> {
  const again = wanted ?? Math.min(300, Math.floor(options.schedules / 100));
  const { tried, steps, counts, broken } = await trySchedules(options);
  const thousands = (count: number) => count.toLocaleString('en-US');
  const found = broken?.violations ?? [];
  const details = [
    ...(broken ? [`Replay with \`${broken.replay}\`:\n\n\`\`\`json\n${JSON.stringify(broken.schedule)}\n\`\`\`\n`] : []),
    ...(again > 0 ? [await withLayersTakenAway({ schedules: again, seed: options.seed })] : []),
  ].join('\n');
  const starting = (name: string) => found.filter((violation) => violation.startsWith(name)).length;
  return {
    title: 'Random schedules',
    text:
      'The shipped cores, adapters and guard run in virtual time against the simulator\u2019s queues and a provider with Stripe\u2019s rules. Clients, ' +
      'forged messages, crashes at any call, lost and late answers, clock jumps of up to 20 days, redrives and the loss of the whole guard table come in ' +
      'random order. After every step the invariants must hold; in the end all is mended and redriven, and ledger and books must agree. A payment that ends ' +
      'accepted or charging was never answered 202, or its message outlived a retention period in a clock jump: its row is open, it shows needs_attention, and ' +
      'sending it again revives it.',
    figures: [
      ['schedules', thousands(tried)],
      ['seed', options.seed],
      ['steps', thousands(steps)],
      ['deliveries', thousands(counts.deliveries)],
      ['worker crashes', thousands(counts.crashes)],
      ['messages redriven', thousands(counts.redriven)],
      ['charges', thousands(counts.charges)],
      ...Object.entries(counts.ended).map(([status, count]) => [`payments that ended ${status}`, thousands(count)] as const),
      ...Object.entries(counts.suppressed).map(([layer, count]) => [`duplicates stopped by ${layer}`, thousands(count)] as const),
    ],
    ...(details === '' ? {} : { details }),
    doubleCharges: starting('I1'),
    lostPayments: starting('I2'),
    violations: found,
  };
}
