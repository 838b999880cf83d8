import { readdirSync } from 'node:fs';
import { startTemporarySimulator } from '../../simulator/temporary-simulator';
import { temporaryDirectory } from './fixtures/assembly';

const { TMPDIR } = process.env;
let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  process.env.TMPDIR = folder;
});
afterEach(() => {
  process.env.TMPDIR = TMPDIR;
  if (TMPDIR === undefined) delete process.env.TMPDIR;
});

it('answers on ports of its own, and leaves no folder and no hook behind when it is closed', async () => {
  const hooks = process.listenerCount('exit');
  const simulator = await startTemporarySimulator({ quiet: true });
  expect(readdirSync(folder).filter((name) => name.startsWith('charge-once-'))).toHaveLength(1);
  expect((await fetch(`${simulator.controlUrl}/state`)).status).toBe(200);
  await simulator.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('charge-once-'))).toEqual([]);
  expect(process.listenerCount('exit')).toBe(hooks);
}, 60_000);

it('leaves no folder and no hook behind when the stacks do not synthesize', async () => {
  const hooks = process.listenerCount('exit');
  await expect(startTemporarySimulator({ app: 'bin/absent.ts' })).rejects.toThrow('the CDK app does not synthesize');
  expect(readdirSync(folder).filter((name) => name.startsWith('charge-once-'))).toEqual([]);
  expect(process.listenerCount('exit')).toBe(hooks);
}, 60_000);
