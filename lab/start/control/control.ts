import type { IncomingMessage } from 'node:http';
import { type Answer, json } from '@charge-once/simulator/http/answer';
import { readBody } from '@charge-once/simulator/http/body';
import { isForeignOrigin, isLoopbackHost } from '@charge-once/simulator/http/loopback';
import type { Clock, QueueCounts } from '@charge-once/simulator/types';
import { namedQueues } from '../queue-labels';
import { acquirerOf, NO_ACQUIRER } from './acquirer-books';
import { faultsOfAcquirer, setFaultOfAcquirer } from './acquirer-faults';
import { parseDuration } from './duration';
import type { ControlOptions, ControlRequest, Endpoint } from './endpoint';
import { readFaultRule } from './fault-request';
import { payments, timeline } from './payment-timeline';
import { invalid, problem } from './problem';
import { redrive } from './redrive';
import { exhibits, playExhibit } from './story';
import { suppressedByLayer } from './suppressed-by-layer';
import { windows } from './windows';

export const CONTROL_PATH = '/_simulator';
/** No request here needs more than a few members. */
const MAX_BODY_BYTES = 64 * 1024;

const ENDPOINTS: { path: RegExp; methods: Record<string, Endpoint> }[] = [
  { path: /^\/state$/, methods: { GET: state } },
  { path: /^\/clock$/, methods: { POST: advance } },
  { path: /^\/calls$/, methods: { GET: calls } },
  { path: /^\/charges$/, methods: { GET: charges } },
  { path: /^\/metrics$/, methods: { GET: ({ watch }) => json(200, watch.series()) } },
  { path: /^\/alarms$/, methods: { GET: ({ watch }) => json(200, watch.alarms()) } },
  { path: /^\/faults$/, methods: { GET: faults, POST: addFault, DELETE: clearFaults } },
  { path: /^\/functions\/([^/]+)\/kill$/, methods: { POST: kill } },
  { path: /^\/payments$/, methods: { GET: payments } },
  { path: /^\/payments\/([^/]+)\/timeline$/, methods: { GET: timeline } },
  { path: /^\/acquirer\/faults$/, methods: { GET: faultsOfAcquirer, POST: setFaultOfAcquirer } },
  { path: /^\/redrive$/, methods: { POST: redrive } },
  { path: /^\/windows$/, methods: { GET: windows } },
  { path: /^\/story$/, methods: { GET: exhibits } },
  { path: /^\/story\/(\d{1,2})$/, methods: { POST: playExhibit } },
];

export const isControl = ({ url }: IncomingMessage): boolean => url?.startsWith(`${CONTROL_PATH}/`) ?? false;

/** The endpoints under `/_simulator`, for tests, the story and the console. They always answer JSON. */
export function createControl(options: ControlOptions): (request: IncomingMessage) => Promise<Answer> {
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!isLoopbackHost(request) || isForeignOrigin(request))
      return problem(403, 'forbidden', 'Only this machine may control the simulator');
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return problem(413, 'too-large', `The body is larger than ${MAX_BODY_BYTES} bytes`);
    const url = new URL(request.url ?? '/', 'http://localhost');
    for (const { path, methods } of ENDPOINTS) {
      const match = path.exec(url.pathname.slice(CONTROL_PATH.length));
      if (!match) continue;
      const endpoint = methods[request.method ?? ''];
      if (endpoint) return endpoint(options, { url, body, parameters: match.slice(1).map(decoded) });
      const allow = Object.keys(methods).join(', ');
      const refusal = problem(405, 'method-not-allowed', `Use ${allow}`);
      return { ...refusal, headers: { ...refusal.headers, allow } };
    }
    return problem(404, 'not-found', `There is no ${url.pathname}`);
  };
  // Such as when somebody has deleted a queue.
  return (request) => answer(request).catch((error: Error) => problem(500, 'failed', error.message));
}

function state({ clock, outputs, sqs, metrics, lambda }: ControlOptions): Answer {
  const queues: Record<string, QueueCounts> = {};
  for (const { label, url } of namedQueues(outputs)) queues[label] = sqs.counts(url);
  const duplicatesSuppressed = suppressedByLayer(metrics.toJSON());
  return json(200, { now: isoTime(clock), outputs, queues, duplicatesSuppressed, functions: lambda.counts() });
}

async function advance({ clock, onAdvanced }: ControlOptions, { body }: ControlRequest): Promise<Answer> {
  let input: unknown;
  try {
    input = JSON.parse(body.toString());
  } catch {
    return invalid('', 'must be JSON such as {"advance":"PT14H"}');
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return invalid('', 'must be an object such as {"advance":"PT14H"}');
  const unknown = Object.keys(input).find((name) => name !== 'advance');
  if (unknown !== undefined) return invalid(unknown, 'is not a known field');
  const ms = parseDuration((input as { advance?: unknown }).advance);
  if (typeof ms === 'string') return invalid('advance', ms);
  await clock.advance(ms);
  onAdvanced();
  return json(200, { now: isoTime(clock) });
}

function calls(options: ControlOptions, { url }: ControlRequest): Answer {
  return json(200, options.calls.list(url.searchParams.get('function') ?? undefined));
}

async function charges(options: ControlOptions, { url }: ControlRequest): Promise<Answer> {
  const acquirer = acquirerOf(options);
  if (!acquirer) return NO_ACQUIRER;
  const orderId = url.searchParams.get('orderId');
  if (orderId === '') return invalid('orderId', 'must not be empty; without it the charges of all orders are shown');
  try {
    return json(200, await acquirer.charges(orderId ?? undefined));
  } catch (error) {
    return problem(502, 'acquirer-unavailable', 'The acquirer did not show its books', { detail: (error as Error).message });
  }
}

function kill({ lambda }: ControlOptions, { parameters: [folder = ''] }: ControlRequest): Answer {
  if (!Object.hasOwn(lambda.counts(), folder)) return problem(404, 'function-not-found', `There is no function ${folder}`);
  lambda.kill(folder);
  return json(200, { killed: folder });
}

function faults({ faults: rules }: ControlOptions): Answer {
  return json(200, rules.list());
}

function addFault(options: ControlOptions, { body }: ControlRequest): Answer {
  const rule = readFaultRule(body.toString(), Object.keys(options.lambda.counts()));
  if ('path' in rule) return invalid(rule.path, rule.message);
  options.faults.add(rule);
  return json(201, rule);
}

function clearFaults({ faults: rules }: ControlOptions): Answer {
  rules.clear();
  return json(200, rules.list());
}

/** What is no percent-encoding stands for itself. */
function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
}

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
