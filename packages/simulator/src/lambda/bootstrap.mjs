/** Main program of an execution environment: loads the handler, then runs one invocation after another. */
import { loadHandler } from './handler-loader.mjs';
import { errorDocument, nextInvocation, postInitError, postInvocationError, postResponse } from './runtime-client.mjs';
import { setClockOffset } from './virtual-date.mjs';

const { AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_VERSION, AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = process.env;
let requestId;

function report(document) {
  console.error(JSON.stringify(document));
  return requestId === undefined ? undefined : postInvocationError(requestId, document);
}

/** What nobody caught ends the environment, as on Lambda: its module state can no longer be trusted. */
async function crash(error, errorType) {
  await report(errorDocument(error, errorType));
  process.exit(1);
}

function contextOf(headers) {
  const deadlineMs = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    functionName: AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    memoryLimitInMB: AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}

async function runOne(handler, { headers, body }) {
  setClockOffset(Number(headers['lambda-runtime-simulator-offset-ms']));
  process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
  requestId = headers['lambda-runtime-aws-request-id'];
  try {
    const result = await handler(JSON.parse(body), contextOf(headers));
    await postResponse(requestId, JSON.stringify(result) ?? 'null');
  } catch (error) {
    await report(errorDocument(error));
  }
  requestId = undefined;
}

async function main() {
  let handler;
  try {
    handler = await loadHandler(process.env.LAMBDA_TASK_ROOT, process.env._HANDLER);
  } catch (error) {
    const document = errorDocument(error, error instanceof SyntaxError ? 'Runtime.UserCodeSyntaxError' : undefined);
    console.error(JSON.stringify(document));
    await postInitError(document);
    process.exit(1);
  }
  for (;;) await runOne(handler, await nextInvocation());
}

setClockOffset(Number(process.env.SIMULATOR_CLOCK_OFFSET_MS));
delete process.env.SIMULATOR_CLOCK_OFFSET_MS;
// Lambda writes synchronously: what was printed is there before the answer is, and before `process.exit`. Node buffers on pipes.
for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
process.on('uncaughtException', (error) => crash(error));
process.on('unhandledRejection', (reason) => crash(reason, 'Runtime.UnhandledPromiseRejection'));
process.on('beforeExit', () => crash(new Error('The event loop is empty, but the handler has not ended'), 'Runtime.NodeJsExit'));
// Ctrl-C reaches every process of the terminal; the simulator decides when its environments end.
process.on('SIGINT', () => {});
void main();
