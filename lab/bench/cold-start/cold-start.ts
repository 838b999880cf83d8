import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionDefinition } from '@charge-once/simulator/types';
import type { Invocation } from '../cost/measured';
import { startEnvironment } from '../environment/environment';
import { A, A_ONE_CALL, type Contestant, contestants, OURS } from '../installation/contestants';
import type { Installation } from '../installation/installation';
import type { Section } from '../section';
import type { Sizes } from '../sizes';
import { median, ratio, shown, withRange } from '../statistics';
import { usualEvent } from './events';

/** Invocations after which a function's memory is read. */
const WARM_INVOCATIONS = 100;

interface Measured {
  readonly name: string;
  readonly bundleKb: number;
  readonly importMs: number[];
  readonly importCpuMs: number[];
  readonly initMs: number[];
  readonly firstMs: number[];
  /** Of one process that has run `WARM_INVOCATIONS`. */
  warmMs: number;
  warmCpuMs: number;
  loggedBytes: number;
  peakMb: number;
  readonly memoryMb: number;
}

export interface ColdStarts {
  readonly section: Section;
  /** A warm invocation of each function. */
  readonly warm: Readonly<Record<string, Invocation>>;
}

/** Fresh processes of every function and of every peer, one after another, round by round. */
export async function measureColdStarts(installation: Installation, sizes: Sizes): Promise<ColdStarts> {
  const chargers = contestants(installation).filter(({ name }) => name !== A_ONE_CALL);
  const others = [...installation.functions.values()].filter(({ folder }) => folder !== 'charge');
  const subjects: { name: string; definition: FunctionDefinition; charger?: Contestant }[] = [
    ...chargers.map((charger) => ({ name: charger.name === OURS ? 'charge' : charger.name, definition: charger.definition, charger })),
    ...others.map((definition) => ({ name: definition.folder, definition })),
  ];
  const all = subjects.map((subject) => ({ ...subject, measured: unmeasured(subject.name, subject.definition) }));
  for (let round = 0; round < sizes.coldStarts; round++) {
    for (const { definition, charger, measured } of all) {
      const environment = await startEnvironment(definition, installation.simulator.awsEndpoint);
      measured.importMs.push(environment.importMs);
      measured.importCpuMs.push(environment.importCpuMs);
      measured.initMs.push(environment.initMs);
      const invoke = async () => {
        const run = await environment.invoke(await usualEvent(installation, definition.folder, charger), 0);
        if (!run || run.error !== undefined) throw new Error(`${measured.name} failed: ${run?.error ?? 'it died'}`);
        return run;
      };
      measured.firstMs.push((await invoke()).ms);
      if (round === 0) {
        const loggedBefore = environment.loggedBytes;
        const runs = [];
        for (let count = 0; count < WARM_INVOCATIONS; count++) runs.push(await invoke());
        measured.warmMs = median(runs.map(({ ms }) => ms));
        measured.warmCpuMs = median(runs.map(({ cpuMs }) => cpuMs));
        measured.loggedBytes = (environment.loggedBytes - loggedBefore) / WARM_INVOCATIONS;
        measured.peakMb = runs.at(-1)!.peakMb;
      }
      environment.kill();
    }
  }
  const measured = all.map((each) => each.measured);
  const warm = measured.map(({ name, warmMs, warmCpuMs, loggedBytes, memoryMb }): [string, Invocation] => [
    name,
    { ms: warmMs, cpuMs: warmCpuMs, loggedBytes, memoryMb },
  ]);
  return { section: sectionOf(measured), warm: Object.fromEntries(warm) };
}

const unmeasured = (name: string, { codeDirectory, memoryMb }: FunctionDefinition): Measured => ({
  name,
  memoryMb,
  bundleKb: sizeOf(codeDirectory) / 1024,
  importMs: [],
  importCpuMs: [],
  initMs: [],
  firstMs: [],
  warmMs: Number.NaN,
  warmCpuMs: Number.NaN,
  loggedBytes: Number.NaN,
  peakMb: Number.NaN,
});

const sizeOf = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

function sectionOf(all: readonly Measured[]): Section {
  const find = (name: string) => all.find((each) => each.name === name)!;
  const [ours, stock] = [find('charge'), find(A)];
  const share = (of: (measured: Measured) => number[]): number => median(of(ours)) / median(of(stock));
  const imported = share(({ importCpuMs }) => importCpuMs);
  return {
    title: 'Cold start and memory',
    text:
      'Each process is new; the files are in the page cache, as they are on Lambda after the first start. The peers are bundled as NodejsFunction does by default, with the AWS SDK left to the ' +
      'runtime: here it comes from node_modules. Import is the time to read, compile and run the bundle up to the handler. Memory is the peak of a process after a hundred invocations, Node.js itself ' +
      'included; Lambda gives processor time in proportion to the configured memory, which is why it is more than the peak.',
    goals: [
      {
        goal: 'Import of the charge function at most 0.6 × of A',
        found: `${ratio(imported)} of its processor time, ${ratio(share(({ importMs }) => importMs))} of its time`,
        met: imported <= 0.6,
        why: 'Node’s own http and https, the DynamoDB client and stripe-node, which both load, are three quarters of A’s import: what is left is less than the goal allows.',
      },
    ],
    tables: [
      {
        caption: 'Charge function against A, by the medians',
        head: ['bundle', 'import: processor time', 'import', 'import and start of Node.js', 'first invocation'],
        rows: [
          [
            ratio(ours.bundleKb / stock.bundleKb),
            ratio(imported),
            ratio(share(({ importMs }) => importMs)),
            ratio(share(({ initMs }) => initMs)),
            ratio(share(({ firstMs }) => firstMs)),
          ],
        ],
      },
      {
        caption: 'Milliseconds: median (range)',
        head: [
          '',
          'bundle kB',
          'import: processor time',
          'import',
          'import and start of Node.js',
          'first invocation',
          'warm invocation',
          'peak MB',
          'configured MB',
        ],
        rows: all.map((each) => [
          each.name,
          shown(each.bundleKb),
          withRange(each.importCpuMs),
          withRange(each.importMs),
          withRange(each.initMs),
          withRange(each.firstMs),
          shown(each.warmMs),
          shown(each.peakMb),
          String(each.memoryMb),
        ]),
      },
    ],
  };
}
