import { type Deployment, deploy, esm, until } from './function-fixture';

let deployment: Deployment;
afterEach(() => deployment.close());

const survivor = `if (event.fail) { FAIL } return process.pid`;
const failing = (statement: string) => esm(survivor.replace('FAIL', statement));

test('a thrown error is a function error with type, message and trace, and keeps the environment', async () => {
  deployment = deploy({ f: failing('throw new TypeError("no card")') });
  const { value: pid } = await deployment.call('f');
  const { value, functionError } = await deployment.call('f', { fail: true });
  expect(functionError).toBe('Unhandled');
  expect(value).toEqual({ errorType: 'TypeError', errorMessage: 'no card', trace: expect.arrayContaining(['TypeError: no card']) });
  expect(await deployment.call('f')).toEqual({ value: pid });
  expect(deployment.lambda.counts().f).toEqual({ invocations: 3, errors: 1, timeouts: 0, running: 0 });
});

test.each([
  {
    case: 'an unhandled rejection',
    statement: 'Promise.reject(new Error("lost")); await new Promise((r) => setTimeout(r, 5000))',
    errorType: 'Runtime.UnhandledPromiseRejection',
    errorMessage: /^lost$/,
  },
  {
    case: 'an uncaught exception',
    statement: 'setTimeout(() => { throw new RangeError("late") }); await new Promise((r) => setTimeout(r, 5000))',
    errorType: 'RangeError',
    errorMessage: /^late$/,
  },
  {
    case: 'process.exit(0)',
    statement: 'process.exit(0)',
    errorType: 'Runtime.ExitError',
    errorMessage: /Runtime exited without providing a reason$/,
  },
  {
    case: 'process.exit(7)',
    statement: 'process.exit(7)',
    errorType: 'Runtime.ExitError',
    errorMessage: /Runtime exited with error: exit status 7$/,
  },
  {
    case: 'a killed process',
    statement: 'process.kill(process.pid, "SIGKILL"); await new Promise(() => setInterval(() => {}, 1000))',
    errorType: 'Runtime.ExitError',
    errorMessage: /Runtime exited with error: signal: killed$/,
  },
  {
    case: 'a promise that nothing will ever settle',
    statement: 'await new Promise(() => {})',
    errorType: 'Runtime.NodeJsExit',
    errorMessage: /handler has not ended/,
  },
])('$case is a function error, and the next invocation gets a fresh environment', async ({ statement, errorType, errorMessage }) => {
  deployment = deploy({ f: failing(statement) });
  const { value: pid } = await deployment.call('f');
  const { value, functionError } = await deployment.call('f', { fail: true });
  expect(functionError).toBe('Unhandled');
  expect(value).toMatchObject({ errorType, errorMessage: expect.stringMatching(errorMessage) });
  const after = await deployment.call('f');
  expect(after.functionError).toBeUndefined();
  expect(after.value).not.toBe(pid);
});

test('running out of memory is a crash', async () => {
  const hoard = 'const all = []; for (;;) all.push(new Array(1e5).fill(event.fail))';
  deployment = deploy({ f: esm(survivor.replace('FAIL', hoard), { memoryMb: 128 }) });
  const { value, functionError } = await deployment.call('f', { fail: {} });
  expect(functionError).toBe('Unhandled');
  expect(value).toMatchObject({ errorType: 'Runtime.ExitError' });
  expect((await deployment.call('f')).functionError).toBeUndefined();
}, 30_000);

test.each([
  { case: 'waits', statement: 'await new Promise((r) => setTimeout(r, 60000))' },
  { case: 'never yields', statement: 'for (;;);' },
])('a handler that $case is killed at its time-out', async ({ statement }) => {
  deployment = deploy({ f: esm(survivor.replace('FAIL', statement), { timeoutMs: 1000 }) });
  const { value: pid } = await deployment.call('f');
  const { value, functionError } = await deployment.call('f', { fail: true });
  expect(functionError).toBe('Unhandled');
  expect(value).toEqual({
    errorType: 'Sandbox.Timedout',
    errorMessage: expect.stringMatching(/^\S+Z [0-9a-f-]{36} Task timed out after 1\.00 seconds$/),
  });
  expect(() => process.kill(pid as number, 0)).toThrow('ESRCH');
  expect((await deployment.call('f')).value).not.toBe(pid);
  expect(deployment.lambda.counts().f).toEqual({ invocations: 3, errors: 1, timeouts: 1, running: 0 });
});

test('kill ends the running invocations of that folder only', async () => {
  const wait = esm('console.log("waits " + event.ms); await new Promise((r) => setTimeout(r, event.ms)); return "done"');
  deployment = deploy({ victim: wait, other: wait });
  await Promise.all([deployment.call('victim', { ms: 0 }), deployment.call('other', { ms: 0 })]);
  const running = [deployment.call('victim', { ms: 60_000 }), deployment.call('other', { ms: 300 })];
  await until(() => deployment.logs.some(({ text }) => text === 'waits 60000'));
  deployment.lambda.kill('victim');
  const [victim, other] = await Promise.all(running);
  expect(victim?.value).toMatchObject({ errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('signal: killed') });
  expect(other).toEqual({ value: 'done' });
  expect(await deployment.call('victim', { ms: 0 })).toEqual({ value: 'done' });
});

test('an idle environment that was killed takes no further invocation', async () => {
  deployment = deploy({ f: esm('return process.pid') });
  const { value: pid } = await deployment.call('f');
  deployment.lambda.kill('f');
  const after = await deployment.call('f');
  expect(after.functionError).toBeUndefined();
  expect(after.value).not.toBe(pid);
});

test.each([
  {
    case: 'throws while it is loaded',
    file: 'index.mjs',
    text: 'throw new Error("no settings")',
    errorType: 'Error',
    errorMessage: /^no settings$/,
  },
  {
    case: 'exits while it is loaded',
    file: 'index.mjs',
    text: 'process.exit(3)',
    errorType: 'Runtime.ExitError',
    errorMessage: /exit status 3$/,
  },
  {
    case: 'has a syntax error',
    file: 'index.mjs',
    text: 'export const handler = async () => {',
    errorType: 'Runtime.UserCodeSyntaxError',
    errorMessage: /./,
  },
  { case: 'has no file', file: 'main.mjs', text: '', errorType: 'Runtime.ImportModuleError', errorMessage: /Cannot find module 'index'/ },
  {
    case: 'has no such export',
    file: 'index.mjs',
    text: 'export const main = 1',
    errorType: 'Runtime.HandlerNotFound',
    errorMessage: /^index.handler is undefined or not exported$/,
  },
  {
    case: 'takes a callback',
    file: 'index.mjs',
    text: 'export const handler = (event, context, callback) => callback()',
    errorType: 'Runtime.CallbackHandlerDeprecated',
    errorMessage: /async function/,
  },
])('a function that $case fails each invocation', async ({ file, text, errorType, errorMessage }) => {
  deployment = deploy({ broken: { files: { [file]: text } } });
  const results = await Promise.all([deployment.call('broken'), deployment.call('broken'), deployment.call('broken')]);
  for (const { value, functionError } of results) {
    expect(functionError).toBe('Unhandled');
    expect(value).toMatchObject({ errorType, errorMessage: expect.stringMatching(errorMessage) });
  }
  expect(deployment.lambda.counts().broken).toEqual({ invocations: 3, errors: 3, timeouts: 0, running: 0 });
});
