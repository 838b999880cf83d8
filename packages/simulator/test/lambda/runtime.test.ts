import { type Deployment, deploy, esm } from './function-fixture';

let deployment: Deployment;
afterEach(() => deployment.close());

test('returns what an ESM handler returns', async () => {
  deployment = deploy({ echo: esm('return { got: event }') });
  expect(await deployment.call('echo', { a: [1, 'ä\u2028'] })).toEqual({ value: { got: { a: [1, 'ä\u2028'] } } });
});

test('returns what a CommonJS handler returns', async () => {
  deployment = deploy({ echo: { files: { 'index.js': 'module.exports = { handler: async (event) => event.n + 1 }' } } });
  expect(await deployment.call('echo', { n: 41 })).toEqual({ value: 42 });
});

test('answers null for a handler that returns nothing', async () => {
  deployment = deploy({ silent: esm('') });
  expect(await deployment.lambda.invoke('stack-silent', '')).toEqual({ payload: 'null' });
});

test('gives an empty object as event when the payload is empty', async () => {
  deployment = deploy({ echo: esm('return event') });
  expect(await deployment.lambda.invoke('stack-echo', '')).toEqual({ payload: '{}' });
});

test('gives the documented context', async () => {
  deployment = deploy({ context: esm('return { ...context, left: context.getRemainingTimeInMillis() }', { timeoutMs: 5000 }) });
  const { value } = await deployment.call('context');
  expect(value).toEqual({
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    functionName: 'stack-context',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:stack-context',
    memoryLimitInMB: '256',
    logGroupName: '/aws/lambda/stack-context',
    logStreamName: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
    left: expect.any(Number),
  });
  expect((value as { left: number }).left).toBeGreaterThan(4000);
  expect((value as { left: number }).left).toBeLessThanOrEqual(5000);
});

test('reuses an environment: module state lives on', async () => {
  deployment = deploy({ counter: { files: { 'index.mjs': 'let n = 0; export const handler = async () => ++n;' } } });
  expect(await deployment.call('counter')).toEqual({ value: 1 });
  expect(await deployment.call('counter')).toEqual({ value: 2 });
});

test('passes a trace id on, and sets it for each invocation', async () => {
  deployment = deploy({ trace: esm('return process.env._X_AMZN_TRACE_ID') });
  const traceId = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
  expect((await deployment.lambda.invoke('stack-trace', '{}', { traceId })).payload).toBe(JSON.stringify(traceId));
  expect(await deployment.call('trace')).toEqual({ value: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};/) });
});

test('hands lines of standard output and error on with function and request id', async () => {
  deployment = deploy({ logger: esm('console.log("one\\u2028line"); console.error("two"); return context.awsRequestId') });
  const { value } = await deployment.call('logger');
  expect(deployment.logs.map(({ folder, requestId, text }) => ({ folder, requestId, text }))).toEqual([
    { folder: 'logger', requestId: value, text: 'one\u2028line' },
    { folder: 'logger', requestId: value, text: 'two' },
  ]);
});

test('has read everything a handler printed when the invocation ends', async () => {
  deployment = deploy({ chatty: esm('for (let i = 0; i < 5000; i++) console.log("x".repeat(100))') });
  await deployment.call('chatty');
  expect(deployment.logs).toHaveLength(5000);
});

test('refuses an unknown function and a payload that is not JSON', async () => {
  deployment = deploy({ echo: esm('return event') });
  await expect(deployment.lambda.invoke('other', '{}')).rejects.toMatchObject({ code: 'ResourceNotFoundException', statusCode: 404 });
  await expect(deployment.lambda.invoke('stack-echo', '{')).rejects.toMatchObject({
    code: 'InvalidRequestContentException',
    statusCode: 400,
  });
  expect(() => deployment.lambda.invokeAsync('other', '{}')).toThrow(expect.objectContaining({ code: 'ResourceNotFoundException' }));
});

test('finds a function by ARN, with or without $LATEST', async () => {
  deployment = deploy({ echo: esm('return 1') });
  const arn = 'arn:aws:lambda:eu-central-1:000000000000:function:stack-echo';
  expect(await deployment.lambda.invoke(arn, '{}')).toEqual({ payload: '1' });
  expect(await deployment.lambda.invoke(`${arn}:$LATEST`, '{}')).toEqual({ payload: '1' });
});
