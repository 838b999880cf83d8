import type { IncomingMessage } from 'node:http';
import { createApiGateway } from './api-gateway/api-gateway';
import { openCallerPorts } from './api-gateway/caller-ports';
import { createAwsEndpoint } from './aws/aws-endpoint';
import { awsFaultAnswer } from './aws/fault-answers';
import { createFaultRules, type FaultRules } from './aws/fault-rules';
import { createOutboundCalls, type OutboundCalls } from './aws/outbound-calls';
import { ACCOUNT_ID, REGION } from './cloudformation/account';
import type { Deployment, RestApiDefinition } from './cloudformation/deployment';
import { type DataFolder, openDataFolder } from './data-folder';
import { createDynamoDb, type DynamoDb } from './dynamodb/dynamodb';
import { createFunctionLogs } from './function-logs';
import type { Answer } from './http/answer';
import { answering, type LoopbackServer, listen } from './http/server';
import { createAuthorizer } from './iam/authorizer';
import { createLambda } from './lambda/service';
import { startMappings } from './mappings';
import type { Metrics } from './metrics';
import type { Observer } from './observer';
import { createQueues } from './queues';
import { openState } from './saved-state';
import { startSchedules } from './schedules';
import { createSecrets, type Secrets } from './secretsmanager/secrets';
import { createServiceMetrics } from './service-metrics';
import type { QueueObserver } from './sqs/broker';
import { createSqsEngine } from './sqs/engine';
import { loadTemplates } from './templates';
import type { Clock, LambdaService, SqsEngine } from './types';
import { createWatch, type Watch } from './watch';

export type Respond = (request: IncomingMessage) => Promise<Answer>;

/** A stack whose API has a port of its own: a service outside AWS that the other stacks call. Those calls are watched, and can be made to fail. */
export interface PeerApi {
  stack: string;
  /** Name under which calls to it are recorded and broken. */
  service: string;
  /** 0 takes any free one. */
  port: number;
  /** Command line flag that chooses the port, for the message when it is in use. */
  flag: string;
  /** What it answers when a fault rule says so. */
  faultAnswer(effect: 'throttle' | 'error'): Answer;
}

/** The running parts, for what is built on top. */
export interface Parts {
  deployment: Deployment;
  clock: Clock;
  sqs: SqsEngine;
  dynamodb: DynamoDb;
  secrets: Secrets;
  lambda: LambdaService;
  metrics: Metrics;
  watch: Watch;
  calls: OutboundCalls;
  faults: FaultRules;
  /** Writes down clock and metrics. */
  save: () => void;
}

/** What is built on top: it is told what happens, and may answer requests of the API's port before the API does. */
export interface Extension {
  observer?: Observer;
  /** Who answers the request; undefined for the API. */
  route?: (request: IncomingMessage) => Respond | undefined;
  close?: () => void | Promise<void>;
}

export interface SimulatorOptions {
  /** Directory of the synthesized cloud assembly, or what makes it: called once folder and ports are known to be free. */
  assembly: string | (() => Promise<string>);
  /** Folder for everything that survives a restart. */
  data: string;
  /** Empties the data folder first. @default false */
  fresh?: boolean;
  /** Port of the APIs; 0 takes any free one. @default 3000 */
  port?: number;
  /** Port of the AWS endpoint. @default 4566 */
  awsPort?: number;
  peer?: PeerApi;
  /** Writes no log files of the functions. @default false */
  quiet?: boolean;
  /** Invokes functions on their schedules. @default true */
  schedules?: boolean;
  /** Called when all parts are there, before the first request is answered. */
  extend?: (parts: Parts) => Extension | Promise<Extension>;
}

export interface Simulator {
  /** `http://127.0.0.1:<port>` each. */
  api: string;
  awsEndpoint: string;
  /** Absent without a peer. */
  peer?: string;
  port: number;
  awsPort: number;
  peerPort?: number;
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
  const folder = openDataFolder({ directory: options.data });
  opened({ close: () => folder.release() });
  const ports = await openPorts(options, opened);
  // Not before it is sure that it can start.
  if (options.fresh) folder.empty();
  const tables = opened(createDynamoDb({ path: folder.file('dynamodb') }));

  const { api, aws, peer } = ports;
  const isPeer = ({ stack }: RestApiDefinition) => stack === options.peer?.stack;
  const apiBase = (definition: RestApiDefinition) => (peer && isPeer(definition) ? peer.url : api.url);
  const assembly = typeof options.assembly === 'string' ? options.assembly : await options.assembly();
  const deployment = loadTemplates({ assembly, awsEndpoint: aws.url, apiBase });

  const { isNew, clock, metrics, save } = opened(openState(folder.file('state.json')));
  const serviceMetrics = createServiceMetrics(metrics, clock, deployment.functions);
  const dynamodb = serviceMetrics.counting(tables);
  const faults = createFaultRules();
  let observer: Observer = {};
  const calls = createOutboundCalls({
    clock,
    faults,
    kill: (functionFolder) => lambda.kill(functionFolder),
    faultAnswer: (service, effect) =>
      service === options.peer?.service ? options.peer.faultAnswer(effect) : awsFaultAnswer(service, effect),
    see: (...seen) => observer.call?.(...seen),
  });
  const secrets = createSecrets({ definitions: deployment.secrets, file: folder.file('secrets.json'), now: () => clock.now() });
  const sqs = opened(await openQueues(folder, clock, aws.url, (...seen) => observer.queueEvent?.(...seen)));
  await Promise.all([createQueues(sqs, deployment.queues), dynamodb.createTables(deployment.tables)]);

  const callers = peer && opened(await openCallerPorts(deployment.functions, { service: options.peer!.service, url: peer.url }, calls));
  const functions = callers?.functions ?? deployment.functions;
  const logs = opened(options.quiet ? { add: () => {}, close: () => {} } : createFunctionLogs(folder.file('logs')));
  const onLog: Parameters<typeof createLambda>[0]['onLog'] = (line) => {
    metrics.add(line);
    observer.log?.(line);
    logs.add(line);
  };
  const onInvocation = serviceMetrics.counted((...seen) => observer.invocation?.(...seen));
  const lambda = opened(createLambda({ functions, clock, awsEndpoint: aws.url, region: REGION, onLog, onInvocation }));

  const watch = createWatch({ deployment, metrics, sqs, clock });
  const extension =
    (await options.extend?.({ deployment, clock, sqs, dynamodb, secrets, lambda, metrics, watch, calls, faults, save })) ?? {};
  opened({ close: () => extension.close?.() });
  observer = extension.observer ?? {};

  const authorizer = createAuthorizer(functions, deployment.rights);
  aws.serve(createAwsEndpoint({ sqs, dynamodb, secrets, lambda, functions, authorizer, calls, clock }));
  const gateway = (apis: RestApiDefinition[]) => createApiGateway({ apis, lambda, clock, onAnswer: serviceMetrics.answer });
  const peerGateway = gateway(deployment.apis.filter(isPeer));
  peer?.serve(answering(peerGateway));
  callers?.serve(peerGateway);
  const apiGateway = gateway(deployment.apis.filter((each) => !isPeer(each)));
  api.serve(answering((request) => (extension.route?.(request) ?? apiGateway)(request)));

  opened(startMappings(deployment, sqs, lambda, clock));
  if (options.schedules ?? true) opened(startSchedules(deployment.schedules, lambda, clock, { isNew }));
  const addresses = { api: api.url, awsEndpoint: aws.url, peer: peer?.url, port: api.port, awsPort: aws.port, peerPort: peer?.port };
  return { ...addresses, outputs: deployment.outputs, clock, sqs, lambda };
}

interface Ports {
  api: LoopbackServer;
  aws: LoopbackServer;
  peer?: LoopbackServer;
}

async function openPorts({ port = 3000, awsPort = 4566, peer }: SimulatorOptions, opened: Opened): Promise<Ports> {
  return {
    api: opened(await listen(port, '--port')),
    aws: opened(await listen(awsPort, '--aws-port')),
    peer: peer && opened(await listen(peer.port, peer.flag)),
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
