import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RestApiDefinition } from '../cloudformation/deployment';
import { type Answer, json } from '../http/answer';
import { readBody } from '../http/body';
import { isLoopbackHost } from '../http/loopback';
import { AwsError, type Clock, type LambdaService } from '../types';
import { type GatewayResponseType, gatewayResponse } from './gateway-responses';
import { proxyEvent } from './proxy-event';
import { proxyResponse } from './proxy-response';
import { createRouter, type Match } from './routes';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 29_000;

export interface ApiGatewayOptions {
  apis: readonly RestApiDefinition[];
  lambda: LambdaService;
  clock: Clock;
  /** Told of every answer to a request that matched a route. */
  onAnswer?: (api: RestApiDefinition, statusCode: number) => void;
  /** @default 29,000, API Gateway's limit */
  integrationTimeoutMs?: number;
}

/**
 * Serves REST APIs on one port, with or without the stage in the path.
 * Not simulated: authorisation (`AWS_IAM` needs no signature here), throttling, request validation and access logs.
 */
export function createApiGateway(options: ApiGatewayOptions): (request: IncomingMessage) => Promise<Answer> {
  const { apis, lambda, clock, onAnswer = () => {}, integrationTimeoutMs = INTEGRATION_TIMEOUT_MS } = options;
  const routers = apis.map((api) => ({ api, router: createRouter(api) }));

  return async (request) => {
    // A page that rebinds its own name to this machine must not reach the API.
    if (!isLoopbackHost(request)) return json(403, { message: 'Forbidden' }, { 'x-amzn-errortype': 'ForbiddenException' });
    const body = await readBody(request, MAX_PAYLOAD_BYTES);
    const path = (request.url ?? '/').split('?')[0]!;
    for (const { api, router } of routers) {
      const match = router.match(request.method ?? 'GET', path);
      if (!match) continue;
      return body ? clock.track(integrate(api, match, request, body)) : refuse('REQUEST_TOO_LARGE', api);
    }
    // With a stage in the path it is clear whose form of the answer applies; without, the first API stands for all.
    return refuse('MISSING_AUTHENTICATION_TOKEN', apis.find(({ stage }) => path.startsWith(`/${stage}/`)) ?? apis[0]);
  };

  async function integrate(api: RestApiDefinition, match: Match, request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { payload, requestId, traceId } = proxyEvent(api, match, request, body, clock.now());
    const outcome = await invoke(match.route.functionName, payload, traceId);
    const answer = typeof outcome === 'string' ? refuse(outcome, api, requestId) : outcome;
    onAnswer(api, answer.statusCode);
    answer.headers['x-amzn-requestid'] = requestId;
    answer.headers['x-amzn-trace-id'] = traceId;
    return answer;
  }

  async function invoke(functionName: string, payload: string, traceId: string): Promise<Answer | GatewayResponseType> {
    const invocation = lambda.invoke(functionName, payload, { traceId });
    let timer: NodeJS.Timeout | undefined;
    // The function is not told: it runs on to its own time-out, as on AWS.
    const timeout = new Promise<'timeout'>((resolve) => {
      timer = setTimeout(resolve, integrationTimeoutMs, 'timeout');
    });
    try {
      const result = await Promise.race([invocation, timeout]);
      if (result === 'timeout') return 'INTEGRATION_TIMEOUT';
      return (result.functionError ? undefined : proxyResponse(result.payload)) ?? 'API_CONFIGURATION_ERROR';
    } catch (error) {
      // Throttled, or the function is gone.
      if (error instanceof AwsError) return 'INTEGRATION_FAILURE';
      throw error;
    } finally {
      clearTimeout(timer);
      // After a time-out nobody else waits for it; without this its failure would end the process.
      invocation.catch(() => {});
    }
  }
}

function refuse(type: GatewayResponseType, api: RestApiDefinition | undefined, requestId: string = randomUUID()): Answer {
  return gatewayResponse(type, api?.gatewayResponses ?? [], requestId);
}
