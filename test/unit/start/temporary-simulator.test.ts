import { readdirSync } from 'node:fs';
import os from 'node:os';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { startTemporarySimulator } from '../../../lab/start/temporary-simulator';

const folder = temporaryDirectory();
beforeEach(() => {
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
});
afterEach(() => jest.restoreAllMocks());

it('answers on ports of its own, and leaves no folder and no exit hook behind when it is closed', async () => {
  const hooks = process.listenerCount('exit');
  const simulator = await startTemporarySimulator({ quiet: true });
  try {
    expect(readdirSync(folder)).toHaveLength(1);
    expect((await fetch(`${simulator.controlUrl}/state`)).status).toBe(200);
  } finally {
    await simulator.close();
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(process.listenerCount('exit')).toBe(hooks);
}, 60_000);

it('leaves no folder and no exit hook behind when the stacks do not synthesize', async () => {
  const hooks = process.listenerCount('exit');
  await expect(startTemporarySimulator({ app: 'bin/absent.ts' })).rejects.toThrow('the CDK app does not synthesize');
  expect(readdirSync(folder)).toEqual([]);
  expect(process.listenerCount('exit')).toBe(hooks);
}, 60_000);
