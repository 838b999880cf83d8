import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, type SimulatorOptions, startSimulator } from './start';
import { type SynthOptions, synthesize } from './synth';

export interface TemporaryOptions extends Pick<SimulatorOptions, 'quiet' | 'schedules'>, Pick<SynthOptions, 'app'> {
  /** Folder of an assembly that is synthesized already. @default one is synthesized from `app` */
  assembly?: string;
}

/** Synthesizes the stacks, unless they are, and runs them on free ports, in a folder that goes when the simulator is closed or the process ends. */
export async function startTemporarySimulator({ app, assembly: synthesized, ...options }: TemporaryOptions = {}): Promise<Simulator> {
  const data = mkdtempSync(join(tmpdir(), 'charge-once-'));
  const remove = (): void => rmSync(data, { recursive: true, force: true });
  const assembly = (): Promise<string> => {
    const synthesizing = synthesized === undefined ? synthesize({ outdir: join(data, 'cdk.out'), app }) : Promise.resolve(synthesized);
    // After the hook that ends the CDK app, which would go on writing.
    process.once('exit', remove);
    return synthesizing;
  };
  const discard = (): void => {
    process.off('exit', remove);
    remove();
  };
  try {
    const simulator = await startSimulator({ ...options, assembly, data, port: 0, awsPort: 0, acquirerPort: 0 });
    return { ...simulator, close: () => simulator.close().finally(discard) };
  } catch (error) {
    discard();
    throw error;
  }
}
