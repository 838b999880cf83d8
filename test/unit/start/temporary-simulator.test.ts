import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { startTemporarySimulator } from '../../../lab/start/temporary-simulator';
import { writeShop } from '../../../testing/shop';

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

it('runs an assembly that is there already, and leaves it there', async () => {
  const assembly = writeShop();
  const simulator = await startTemporarySimulator({ assembly, quiet: true });
  const state = await fetch(`${simulator.controlUrl}/state`);
  await simulator.close();
  expect(await state.json()).toMatchObject({ functions: { echo: { invocations: 0 } } });
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(assembly)).toBe(true);
}, 60_000);
