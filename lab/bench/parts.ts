import { type ColdStarts, measureColdStarts } from './cold-start/cold-start';
import type { Measured } from './cost/measured';
import { monitoringOf } from './cost/monitoring';
import { costSection } from './cost/report';
import { type Faults, playFaults } from './faults/faults';
import { measureGrowth } from './growth/growth';
import { type Assemblies, type Installation, openInstallation, synthesizeAll } from './installation/installation';
import { type SimulatorProcess, startSimulatorProcess } from './installation/simulator-process';
import { measureLatency } from './latency/latency';
import type { Part } from './report';
import { measureRequests, type RequestCounts } from './requests/requests';
import { measureSkew } from './scale/scale';
import type { Section } from './section';
import { measureSimulator } from './simulator/simulator';
import type { Sizes } from './sizes';
import { measureThroughput, type Throughput } from './throughput/throughput';

export type Measurements = Measured;

/** In the order in which they run: what is hit by faults comes before what is measured, and the long runs last. */
export const PARTS = ['faults', 'throughput', 'requests', 'cold-start', 'latency', 'growth', 'simulator', 'cost', 'skew'] as const;
type Name = (typeof PARTS)[number];

/** The order of the report. */
const REPORTED: readonly Name[] = ['throughput', 'faults', 'requests', 'cold-start', 'latency', 'growth', 'simulator', 'cost', 'skew'];

const USAGE = { payments: 1_000_000, duplicates: 0.05, reads: 0 };

/** What a part may use and leave for others. */
interface Shared {
  readonly assemblies: Assemblies;
  readonly sizes: Sizes;
  readonly installation: () => Promise<Installation>;
  readonly simulator: () => Promise<SimulatorProcess>;
  faults?: Faults;
  throughput?: Throughput;
  requests?: RequestCounts;
  coldStarts?: ColdStarts;
  measured?: Measured;
}

const RUN: Record<Name, (shared: Shared) => Promise<Section | undefined>> = {
  async faults(shared) {
    shared.faults = await playFaults(await shared.installation(), shared.sizes);
    return shared.faults.section;
  },
  async throughput(shared) {
    shared.throughput = await measureThroughput(await shared.installation(), shared.sizes, shared.faults?.doubleCharges ?? {});
    return shared.throughput.section;
  },
  async requests(shared) {
    shared.requests = await measureRequests(shared.assemblies.stacks);
    return shared.requests.section;
  },
  async 'cold-start'(shared) {
    shared.coldStarts = await measureColdStarts(await shared.installation(), shared.sizes);
    return shared.coldStarts.section;
  },
  latency: async ({ simulator, sizes }) => measureLatency(await simulator(), sizes),
  growth: async ({ simulator, installation, sizes }) => measureGrowth(await simulator(), (await installation()).functions, sizes),
  simulator: async ({ simulator, sizes }) => measureSimulator(await simulator(), sizes),
  async cost(shared) {
    shared.measured = measuredOf(shared);
    return shared.measured && costSection(USAGE, shared.measured);
  },
  skew: async () => measureSkew(),
};

/** The model needs counts, durations and memory; without those parts there is nothing to calculate with. */
function measuredOf({ requests, throughput, coldStarts, assemblies }: Shared): Measured | undefined {
  if (!requests || !throughput || !coldStarts) return undefined;
  const { counts, acquirer } = requests;
  const { warm } = coldStarts;
  return {
    date: new Date().toISOString(),
    requests: {
      firstCharge: counts['first charge'],
      replayedPost: counts['POST replayed after the charge'],
      guardDuplicate: counts['duplicate after the charge, stopped by the guard'],
      get: counts.GET,
      acquirer,
    },
    invocations: {
      submit: warm['submit-payment']!,
      get: warm['get-payment']!,
      charge: { ...warm.charge!, ...throughput.charge },
      acquirer: warm.acquirer!,
    },
    ...monitoringOf(assemblies.stacks),
  };
}

/** Runs the parts one after another on engines that they share. A part that breaks off ends the run: half a comparison misleads. */
export async function runParts(
  names: readonly string[],
  sizes: Sizes,
  progress: (text: string) => void,
): Promise<{ parts: Part[]; measured?: Measured }> {
  progress('synthesizing');
  const assemblies = await synthesizeAll();
  const closers: (() => Promise<void>)[] = [];
  const once = <T extends { close(): Promise<void> }>(open: () => Promise<T>): (() => Promise<T>) => {
    let opened: Promise<T> | undefined;
    return () => {
      if (!opened) {
        const opening = open();
        opened = opening;
        closers.push(async () => (await opening).close());
      }
      return opened;
    };
  };
  const shared: Shared = {
    assemblies,
    sizes,
    installation: once(() => openInstallation(assemblies.stacks, assemblies.peers)),
    simulator: once(() => startSimulatorProcess(assemblies.stacks)),
  };
  const done = new Map<string, Part>();
  try {
    for (const name of PARTS.filter((each) => names.includes(each))) {
      const startedMs = performance.now();
      const section = await RUN[name](shared);
      const seconds = (performance.now() - startedMs) / 1000;
      progress(section ? `${name}: ${Math.round(seconds)} s` : `${name}: left out, it needs throughput, requests and cold-start`);
      if (section) done.set(name, { section, seconds });
    }
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined);
    assemblies.remove();
  }
  return { parts: REPORTED.flatMap((name) => done.get(name) ?? []), measured: shared.measured };
}
