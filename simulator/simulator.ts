import { createApiGateway } from './api-gateway/api-gateway';
import { openCallerDoors } from './api-gateway/caller-doors';
import { createAwsEndpoint } from './aws/aws-endpoint';
import { createFaultRules } from './aws/fault-rules';
import { createOutboundCalls } from './aws/outbound-calls';
import { createClock } from './clock';
import { ACCOUNT_ID, REGION } from './cloudformation/account';
import type { RestApiDefinition } from './cloudformation/deployment';
import { CONTROL_PATH, createControl } from './control/control';
import { type DataFolder, openDataFolder } from './data-folder';
import { createDynamoDb } from './dynamodb/dynamodb';
import { createFunctionLogs } from './function-logs';
import { answering, type LoopbackServer, listen } from './http/server';
import { createAuthorizer } from './iam/authorizer';
import { createLambda } from './lambda/service';
import { startMappings } from './mappings';
import { createMetrics } from './metrics';
import { createQueues } from './queues';
import { keepState, loadState } from './saved-state';
import { startSchedules } from './schedules';
import { createSecrets } from './secretsmanager/secrets';
import { createSqsEngine } from './sqs/engine';
import { loadTemplates } from './templates';
import type { Clock, LambdaService, SqsEngine } from './types';

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
}

export interface Simulator {
  /** `ApiUrl` of the stack, or the bare address when there is none. */
  apiUrl: string;
  awsEndpoint: string;
  acquirerUrl: string;
  /** Base of the control endpoints. */
  controlUrl: string;
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
  const folder = openDataFolder({ directory: options.data ?? '.simulator', fresh: options.fresh });
  opened({ close: () => folder.release() });
  const ports = await openPorts(options, opened);
  const dynamodb = opened(createDynamoDb({ path: folder.file('dynamodb') }));

  const { api, aws, acquirer } = ports;
  const isAcquirer = ({ stack }: RestApiDefinition) => stack === ACQUIRER_STACK;
  const apiBase = (definition: RestApiDefinition) => (isAcquirer(definition) ? acquirer.url : api.url);
  const assembly = typeof options.assembly === 'string' ? options.assembly : await options.assembly();
  const deployment = loadTemplates({ assembly, awsEndpoint: aws.url, apiBase });

  const saved = loadState(folder.file('state.json'));
  const clock = opened(createClock({ startOffsetMs: saved.offsetMs }));
  const metrics = createMetrics();
  metrics.restore(saved.metrics);
  const state = opened(keepState(folder.file('state.json'), () => ({ offsetMs: clock.offsetMs, metrics: metrics.toJSON() })));
  const faults = createFaultRules();
  const calls = createOutboundCalls(clock, faults, (folder) => lambda.kill(folder));
  const secrets = createSecrets({ definitions: deployment.secrets, file: folder.file('secrets.json'), now: () => clock.now() });
  const sqs = opened(await openQueues(folder, clock, aws.url));
  await Promise.all([createQueues(sqs, deployment.queues), dynamodb.createTables(deployment.tables)]);

  const doors = opened(await openCallerDoors(deployment.functions, acquirer.url, calls));
  const { functions } = doors;
  const logs = opened(options.quiet ? { add: () => {}, close: () => {} } : createFunctionLogs(folder.file('logs')));
  const onLog: Parameters<typeof createLambda>[0]['onLog'] = (line) => {
    metrics.add(line);
    logs.add(line);
  };
  const lambda = opened(createLambda({ functions, clock, awsEndpoint: aws.url, region: REGION, onLog }));

  const authorizer = createAuthorizer(functions, deployment.rights);
  aws.serve(createAwsEndpoint({ sqs, dynamodb, secrets, lambda, functions, authorizer, calls, clock }));
  const gateway = (apis: RestApiDefinition[]) => createApiGateway({ apis, lambda, clock });
  const acquirerGateway = gateway(deployment.apis.filter(isAcquirer));
  acquirer.serve(answering(acquirerGateway));
  doors.serve(acquirerGateway);
  const { outputs } = deployment;
  const control = createControl({ outputs, clock, sqs, lambda, metrics, calls, faults, secrets, onAdvanced: state.save });
  const apiGateway = gateway(deployment.apis.filter((each) => !isAcquirer(each)));
  const isControl = (url: string | undefined) => url?.startsWith(`${CONTROL_PATH}/`) ?? false;
  api.serve(answering((request) => (isControl(request.url) ? control(request) : apiGateway(request))));

  opened(startMappings(deployment, sqs, lambda, clock));
  opened(startSchedules(deployment.schedules, lambda, clock));
  return {
    apiUrl: outputs.ApiUrl ?? `${api.url}/`,
    awsEndpoint: aws.url,
    acquirerUrl: outputs.AcquirerUrl ?? `${acquirer.url}/`,
    controlUrl: `${api.url}${CONTROL_PATH}`,
    port: api.port,
    awsPort: aws.port,
    acquirerPort: acquirer.port,
    outputs,
    clock,
    sqs,
    lambda,
  };
}

async function openPorts(options: SimulatorOptions, opened: Opened): Promise<Record<'api' | 'aws' | 'acquirer', LoopbackServer>> {
  return {
    api: opened(await listen(options.port ?? 3000, '--port')),
    aws: opened(await listen(options.awsPort ?? 4566, '--aws-port')),
    acquirer: opened(await listen(options.acquirerPort ?? 4242, '--acquirer-port')),
  };
}

function openQueues(folder: DataFolder, clock: Clock, endpoint: string): Promise<SqsEngine> {
  return createSqsEngine({ clock, region: REGION, accountId: ACCOUNT_ID, endpoint, dataFile: folder.file('sqs.jsonl') });
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
