/** Client of the Lambda Runtime API. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */
import http from 'node:http';

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let connection;

/** The simulator never closes this connection: when it ends, the simulator is gone, and the environment must not outlive it. */
function exitWith(socket) {
  if (socket === connection) return;
  connection = socket;
  socket.once('close', () => process.exit(1));
}

function call(method, path, body, headers = {}) {
  return new Promise((resolve) => {
    const request = http.request({ agent, host, port, method, path: `/2018-06-01/runtime/${path}`, headers });
    request.on('socket', exitWith);
    request.on('error', () => process.exit(1));
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString() }));
    });
    request.end(body);
  });
}

/** The error document that callers of the function see. */
export function errorDocument(error, errorType = error?.name) {
  if (!(error instanceof Error)) return { errorType: errorType ?? typeof error, errorMessage: String(error), trace: [] };
  return { errorType, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] };
}

const postError = (path, document) =>
  call('POST', path, JSON.stringify(document), { 'Lambda-Runtime-Function-Error-Type': document.errorType });

/** Waits, without limit, for the next invocation: `{ headers, body }`. */
export const nextInvocation = () => call('GET', 'invocation/next');
export const postResponse = (requestId, json) => call('POST', `invocation/${requestId}/response`, json);
export const postInvocationError = (requestId, document) => postError(`invocation/${requestId}/error`, document);
export const postInitError = (document) => postError('init/error', document);
