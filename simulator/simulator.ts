import type { IncomingMessage } from 'node:http';
import { createApiGateway } from './api-gateway/api-gateway';
import { openCallerDoors } from './api-gateway/caller-doors';
import { createAwsEndpoint } from './aws/aws-endpoint';
import { createFaultRules } from './aws/fault-rules';
import { createOutboundCalls } from './aws/outbound-calls';
import { ACCOUNT_ID, REGION } from './cloudformation/account';
import type { RestApiDefinition } from './cloudformation/deployment';
import { CONSOLE_PATH, createConsole, isConsole } from './console/console';
import { CONTROL_PATH, createControl, isControl } from './control/control';
import { type DataFolder, openDataFolder } from './data-folder';
import { createDynamoDb } from './dynamodb/dynamodb';
import { createFunctionLogs } from './function-logs';
import { answering, type LoopbackServer, listen } from './http/server';
import { createAuthorizer } from './iam/authorizer';
import { createLambda } from './lambda/service';
import { startMappings } from './mappings';
import { createQueues, queueLabels } from './queues';
import { openState } from './saved-state';
import { startSchedules } from './schedules';
import { createSecrets } from './secretsmanager/secrets';
import { createServiceMetrics } from './service-metrics';
import type { QueueObserver } from './sqs/broker';
import { createSqsEngine } from './sqs/engine';
import { createStory } from './story';
import { loadTemplates } from './templates';
import { knownPayments } from './timeline/known-payments';
import { createTimeline } from './timeline/timeline';
import type { Clock, LambdaService, SqsEngine } from './types';
import { createWatch } from './watch';

/** The stack whose API is the acquirer, and therefore has a port of its own. */
const ACQUIRER_STACK = 'AcquirerStack';

export interface SimulatorOptions {
  /** Directory of the synthesized cloud assembly, or what makes it: called once folder and ports are known to be free. */
  assembly: string | (() => Promise<string>);
  /** @default '.simulator' */
  data?: string;
  /** Empties the data folder first. @default false */
  fresh?: boolean;
  /** Ports; 0 takes any free one. @default 3000, 4566 and 4242 */
  port?: number;
  awsPort?: number;
  acquirerPort?: number;
  /** Writes no log files of the functions. @default false */
  quiet?: boolean;
  /** Invokes functions on their schedules. @default true */
  schedules?: boolean;
}

export interface Simulator {
  /** `ApiUrl` of the stack, or the bare address when there is none. */
  apiUrl: string;
  awsEndpoint: string;
  acquirerUrl: string;
  /** Base of the control endpoints. */
  controlUrl: string;
  /** The page for people, which uses them. */
  consoleUrl: string;
  port: number;
  awsPort: number;
  acquirerPort: number;
  outputs: Record<string, string>;
  clock: Clock;
  sqs: SqsEngine;
  lambda: LambdaService;
  /** Resolves when every process is gone, everything is written and the folder is free. */
  close(): Promise<void>;
}

/** Runs the templates of a cloud assembly. Rejects with a message of one line; whatever was opened is closed again. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const closers: (() => void | Promise<void>)[] = [];
  const opened = <T extends { close(): void | Promise<void> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll(closers);
    return closing;
  };
  try {
    return { ...(await start(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = <T extends { close(): void | Promise<void> }>(part: T) => T;

async function start(options: SimulatorOptions, opened: Opened): Promise<Omit<Simulator, 'close'>> {
  const folder = openDataFolder({ directory: options.data ?? '.simulator' });
  opened({ close: () => folder.release() });
  const ports = await openPorts(options, opened);
  // Not before it is sure that it can start.
  if (options.fresh) folder.empty();
  const tables = opened(createDynamoDb({ path: folder.file('dynamodb') }));

  const { api, aws, acquirer } = ports;
  const isAcquirer = ({ stack }: RestApiDefinition) => stack === ACQUIRER_STACK;
  const apiBase = (definition: RestApiDefinition) => (isAcquirer(definition) ? acquirer.url : api.url);
  const assembly = typeof options.assembly === 'string' ? options.assembly : await options.assembly();
  const deployment = loadTemplates({ assembly, awsEndpoint: aws.url, apiBase });

  const { clock, metrics, save } = opened(openState(folder.file('state.json')));
  const serviceMetrics = createServiceMetrics(metrics, clock, deployment.functions);
  const dynamodb = serviceMetrics.counting(tables);
  const faults = createFaultRules();
  const timeline = createTimeline(clock, queueLabels(deployment.outputs));
  const calls = createOutboundCalls({ clock, faults, kill: (folder) => lambda.kill(folder), see: timeline.call });
  const secrets = createSecrets({ definitions: deployment.secrets, file: folder.file('secrets.json'), now: () => clock.now() });
  const sqs = opened(await openQueues(folder, clock, aws.url, timeline.queueEvent));
  await Promise.all([createQueues(sqs, deployment.queues), dynamodb.createTables(deployment.tables)]);
  for (const orderId of await knownPayments(dynamodb, deployment.tables)) timeline.know(orderId);

  const doors = opened(await openCallerDoors(deployment.functions, acquirer.url, calls));
  const { functions } = doors;
  const logs = opened(options.quiet ? { add: () => {}, close: () => {} } : createFunctionLogs(folder.file('logs')));
  const onLog: Parameters<typeof createLambda>[0]['onLog'] = (line) => {
    metrics.add(line);
    timeline.log(line);
    logs.add(line);
  };
  const onInvocation = serviceMetrics.counted(timeline.invocation);
  const lambda = opened(createLambda({ functions, clock, awsEndpoint: aws.url, region: REGION, onLog, onInvocation }));

  const authorizer = createAuthorizer(functions, deployment.rights);
  aws.serve(createAwsEndpoint({ sqs, dynamodb, secrets, lambda, functions, authorizer, calls, clock }));
  const gateway = (apis: RestApiDefinition[]) => createApiGateway({ apis, lambda, clock, onAnswer: serviceMetrics.answer });
  const acquirerGateway = gateway(deployment.apis.filter(isAcquirer));
  acquirer.serve(answering(acquirerGateway));
  doors.serve(acquirerGateway);
  const { outputs } = deployment;
  const story = opened(createStory());
  const watch = createWatch({ deployment, metrics, sqs, clock });
  const parts = { clock, sqs, lambda, metrics, watch, calls, faults, secrets, timeline, story };
  const control = createControl({ ...parts, outputs, onAdvanced: save });
  const apiGateway = gateway(deployment.apis.filter((each) => !isAcquirer(each)));
  const consolePage = createConsole();
  const route = (request: IncomingMessage) => (isControl(request) ? control : isConsole(request) ? consolePage : apiGateway);
  api.serve(answering((request) => route(request)(request)));

  opened(startMappings(deployment, sqs, lambda, clock));
  if (options.schedules ?? true) opened(startSchedules(deployment.schedules, lambda, clock));
  return { ...addresses(ports, outputs), outputs, clock, sqs, lambda };
}

type Ports = Record<'api' | 'aws' | 'acquirer', LoopbackServer>;

const addresses = ({ api, aws, acquirer }: Ports, outputs: Record<string, string>) => ({
  apiUrl: outputs.ApiUrl ?? `${api.url}/`,
  awsEndpoint: aws.url,
  acquirerUrl: outputs.AcquirerUrl ?? `${acquirer.url}/`,
  controlUrl: `${api.url}${CONTROL_PATH}`,
  consoleUrl: `http://localhost:${api.port}${CONSOLE_PATH}`,
  port: api.port,
  awsPort: aws.port,
  acquirerPort: acquirer.port,
});

async function openPorts(options: SimulatorOptions, opened: Opened): Promise<Ports> {
  return {
    api: opened(await listen(options.port ?? 3000, '--port')),
    aws: opened(await listen(options.awsPort ?? 4566, '--aws-port')),
    acquirer: opened(await listen(options.acquirerPort ?? 4242, '--acquirer-port')),
  };
}

function openQueues(folder: DataFolder, clock: Clock, endpoint: string, onEvent: QueueObserver): Promise<SqsEngine> {
  return createSqsEngine({ clock, region: REGION, accountId: ACCOUNT_ID, endpoint, dataFile: folder.file('sqs.jsonl'), onEvent });
}

/** Last opened first. One that fails does not keep the others open. */
async function closeAll(closers: (() => void | Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
