import { type Deployment, deploy, esm, until } from './function-fixture';

let deployment: Deployment;
afterEach(() => deployment.close());

const slow = 'await new Promise((r) => setTimeout(r, event.ms)); return process.pid';

test('simultaneous invocations run in different environments, one each at a time', async () => {
  const source =
    'let busy = false; export const handler = async () => { if (busy) throw new Error("shared"); busy = true; await new Promise((r) => setTimeout(r, 700)); busy = false; return process.pid; };';
  deployment = deploy({ f: { files: { 'index.mjs': source } } });
  const results = await Promise.all(Array.from({ length: 6 }, () => deployment.call('f')));
  expect(results.filter(({ functionError }) => functionError)).toEqual([]);
  expect(new Set(results.map(({ value }) => value)).size).toBeGreaterThan(1);
  expect(deployment.lambda.counts().f).toEqual({ invocations: 6, errors: 0, timeouts: 0, running: 0 });
}, 20_000);

test('an invocation takes an idle environment instead of a new one', async () => {
  deployment = deploy({ f: esm(slow, { reservedConcurrency: 2 }) });
  const first = await deployment.call('f', { ms: 0 });
  expect(await deployment.call('f', { ms: 0 })).toEqual(first);
});

test('a queued invocation takes whichever environment is free first', async () => {
  // Every environment but the first takes a minute to load.
  const source = `
    import { existsSync, writeFileSync } from 'node:fs';
    const marker = new URL('./started', import.meta.url);
    if (existsSync(marker)) await new Promise((r) => setTimeout(r, 60000));
    writeFileSync(marker, '');
    export const handler = async (event) => {${slow}};`;
  deployment = deploy({ f: { files: { 'index.mjs': source } } });
  const { value: first } = await deployment.call('f', { ms: 0 });
  const both = await Promise.all([deployment.call('f', { ms: 50 }), deployment.call('f', { ms: 0 })]);
  expect(both).toEqual([{ value: first }, { value: first }]);
});

test('throttles beyond the reserved concurrency', async () => {
  deployment = deploy({ f: esm(slow, { reservedConcurrency: 1 }) });
  const running = deployment.call('f', { ms: 200 });
  await expect(deployment.call('f', { ms: 0 })).rejects.toMatchObject({ code: 'TooManyRequestsException', statusCode: 429 });
  expect((await running).functionError).toBeUndefined();
  expect((await deployment.call('f', { ms: 0 })).functionError).toBeUndefined();
  expect(deployment.lambda.counts().f).toMatchObject({ invocations: 2, errors: 0 });
});

test('throttles every invocation when the reserved concurrency is 0', async () => {
  deployment = deploy({ f: esm(slow, { reservedConcurrency: 0 }) });
  await expect(deployment.call('f')).rejects.toMatchObject({ code: 'TooManyRequestsException' });
});

test('close ends running and waiting invocations and every process', async () => {
  deployment = deploy({ f: esm('console.log(process.pid); await new Promise((r) => setTimeout(r, 60000))') });
  const running = Array.from({ length: 4 }, () => deployment.call('f'));
  await until(() => deployment.logs.length >= 1);
  await deployment.lambda.close();
  for (const { value } of await Promise.all(running)) expect(value).toMatchObject({ errorType: 'Runtime.ExitError' });
  for (const { text } of deployment.logs.filter(({ text }) => /^\d+$/.test(text)))
    expect(() => process.kill(Number(text), 0)).toThrow('ESRCH');
  await expect(deployment.call('f')).rejects.toMatchObject({ code: 'ServiceException' });
});

const LOUD = "console.log('loaded', process.pid); export const handler = async () => process.pid;";

test('a warmed function runs its first invocation in the environment that was started for it', async () => {
  deployment = deploy({ f: { files: { 'index.mjs': LOUD }, settings: {} } });
  deployment.lambda.warm();
  deployment.lambda.warm();
  await until(() => deployment.logs.some(({ text }) => text.startsWith('loaded')));
  const pids = [];
  for (let call = 0; call < 3; call++) pids.push((await deployment.call('f')).value);
  expect(deployment.logs.map(({ text }) => text).filter((text) => text.startsWith('loaded'))).toEqual([`loaded ${String(pids[0])}`]);
  expect(new Set(pids).size).toBe(1);
  expect(deployment.lambda.counts().f).toEqual({ invocations: 3, errors: 0, timeouts: 0, running: 0 });
});
