import type { IncomingMessage } from 'node:http';
import type { FaultRules } from '../aws/fault-rules';
import type { OutboundCalls } from '../aws/outbound-calls';
import { type Answer, json } from '../http/answer';
import { readBody } from '../http/body';
import { isForeignOrigin, isLoopbackHost } from '../http/loopback';
import type { Metrics } from '../metrics';
import type { Secrets } from '../secretsmanager/secrets';
import type { Clock, LambdaService, QueueCounts, SqsEngine } from '../types';
import { readBooks } from './acquirer-books';
import { parseDuration } from './duration';
import { readFaultRule } from './fault-request';
import { invalid, problem } from './problem';

/** Everything the control endpoints show or move. */
export interface ControlOptions {
  outputs: Record<string, string>;
  clock: Clock;
  sqs: SqsEngine;
  lambda: LambdaService;
  metrics: Metrics;
  calls: OutboundCalls;
  faults: FaultRules;
  secrets: Secrets;
  /** Called when virtual time has moved, so that it can be written down. */
  onAdvanced: () => void;
}

export const CONTROL_PATH = '/_simulator';
/** No request here needs more than a few members. */
const MAX_BODY_BYTES = 64 * 1024;

interface ControlRequest {
  url: URL;
  body: Buffer;
  /** Path parameters in order. */
  parameters: string[];
}

type Endpoint = (options: ControlOptions, request: ControlRequest) => Answer | Promise<Answer>;

const ENDPOINTS: { path: RegExp; methods: Record<string, Endpoint> }[] = [
  { path: /^\/state$/, methods: { GET: state } },
  { path: /^\/clock$/, methods: { POST: advance } },
  { path: /^\/calls$/, methods: { GET: calls } },
  { path: /^\/charges$/, methods: { GET: charges } },
  { path: /^\/faults$/, methods: { GET: faults, POST: addFault, DELETE: clearFaults } },
  { path: /^\/functions\/([^/]+)\/kill$/, methods: { POST: kill } },
];

/** The endpoints under `/_simulator`, for tests, the story and the console. They always answer JSON. */
export function createControl(options: ControlOptions): (request: IncomingMessage) => Promise<Answer> {
  return async (request) => {
    if (!isLoopbackHost(request) || isForeignOrigin(request))
      return problem(403, 'forbidden', 'Only this machine may control the simulator');
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return problem(413, 'too-large', `The body is larger than ${MAX_BODY_BYTES} bytes`);
    const url = new URL(request.url ?? '/', 'http://localhost');
    for (const { path, methods } of ENDPOINTS) {
      const match = path.exec(url.pathname.slice(CONTROL_PATH.length));
      if (!match) continue;
      const endpoint = methods[request.method ?? ''];
      if (endpoint) return endpoint(options, { url, body, parameters: match.slice(1) });
      const allow = Object.keys(methods).join(', ');
      const answer = problem(405, 'method-not-allowed', `Use ${allow}`);
      return { ...answer, headers: { ...answer.headers, allow } };
    }
    return problem(404, 'not-found', `There is no ${url.pathname}`);
  };
}

function state({ clock, outputs, sqs, metrics, lambda }: ControlOptions): Answer {
  const queues: Record<string, QueueCounts> = {};
  for (const [name, value] of Object.entries(outputs)) {
    if (/(Queue|Dlq)Url$/.test(name)) queues[name.slice(0, -'Url'.length)] = sqs.counts(value);
  }
  const duplicatesSuppressed = metrics.duplicatesSuppressed();
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

async function charges({ outputs, secrets }: ControlOptions, { url }: ControlRequest): Promise<Answer> {
  const { AcquirerUrl: acquirerUrl, AcquirerSecretName: secretName } = outputs;
  const secret = secretName === undefined ? undefined : secrets.value(secretName);
  if (acquirerUrl === undefined || secret === undefined) return problem(404, 'no-acquirer', 'The templates deploy no test acquirer');
  try {
    return json(200, await readBooks(acquirerUrl, secret, url.searchParams.get('orderId')));
  } catch (error) {
    return problem(502, 'acquirer-unavailable', 'The acquirer did not show its books', { detail: (error as Error).message });
  }
}

function kill({ lambda }: ControlOptions, { parameters: [encoded = ''] }: ControlRequest): Answer {
  const folder = decodeURIComponent(encoded);
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

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
