import { createApiGateway } from '../../src/api-gateway/api-gateway';
import { createClock } from '../../src/clock';
import type { RestApiDefinition, RouteDefinition } from '../../src/cloudformation/deployment';
import { answering, listen } from '../../src/http/server';
import type { InvocationResult, LambdaService } from '../../src/types';

export const route = (httpMethod: string, resourcePath: string, functionName = 'F'): RouteDefinition => ({
  httpMethod,
  resourcePath,
  resourceId: 'abc123',
  functionName,
});

export const api = (rest: Partial<RestApiDefinition> = {}): RestApiDefinition => ({
  id: 'a1b2c3d4e5',
  name: 'Shop',
  stack: 'ShopStack',
  stage: 'prod',
  stageVariables: null,
  binaryMediaTypes: [],
  routes: [route('POST', '/orders'), route('GET', '/orders/{orderId}'), route('ANY', '/any/{proxy+}')],
  gatewayResponses: [],
  ...rest,
});

export interface ProxyEvent {
  [member: string]: unknown;
  requestContext: Record<string, unknown>;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
}

/** A gateway over HTTP in front of one function, given as what it answers to an event. */
export async function startGateway(
  definition: RestApiDefinition,
  answer: (event: ProxyEvent) => InvocationResult | Promise<InvocationResult>,
  integrationTimeoutMs?: number,
) {
  const events: ProxyEvent[] = [];
  const clock = createClock();
  const lambda = {
    invoke: async (_name: string, payload: string) => {
      const event = JSON.parse(payload) as ProxyEvent;
      events.push(event);
      return answer(event);
    },
  } as unknown as LambdaService;
  const server = await listen(0, '--port');
  server.serve(answering(createApiGateway({ apis: [definition], lambda, clock, integrationTimeoutMs })));
  return {
    url: server.url,
    port: server.port,
    events,
    close: async () => {
      clock.close();
      await server.close();
    },
  };
}

export const ok = (): InvocationResult => ({ payload: '{"statusCode":200,"body":"ok"}' });
