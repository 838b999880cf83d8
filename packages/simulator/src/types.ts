/** Contracts between the parts of the simulator. Times are epoch milliseconds of the virtual clock unless a name says otherwise. */

/** Real time plus an offset. Time only moves forward. */
export interface Clock {
  now(): number;
  /** Milliseconds that virtual time is ahead of real time. */
  readonly offsetMs: number;
  /** Calls `fire` when the virtual time `whenMs` is reached, in order of `whenMs`, then of registration. */
  at(whenMs: number, fire: () => void): Timer;
  /** Work in progress: `advance` waits for it before it lets time jump. Returns the same promise. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Moves virtual time forward, stopping at every timer that falls due and waiting until what it started is done. */
  advance(ms: number): Promise<void>;
  /** Resolves when no tracked work is left. */
  idle(): Promise<void>;
  close(): void;
}

export interface Timer {
  cancel(): void;
}

/** An error an AWS service would answer. `code` is the name in the service's API model, such as `QueueDoesNotExist`. */
export class AwsError extends Error {
  readonly code: string;
  readonly statusCode: number;
  /** Further members of the error body, such as `Item` of a failed condition. */
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, statusCode = 400, details: Record<string, unknown> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.statusCode = statusCode;
    this.details = details;
  }
}

/** Engine behind one AWS JSON protocol service. */
export interface AwsService {
  /** `action` without the service's prefix, such as `SendMessage`. Throws `AwsError`. */
  handle(action: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
}

export interface QueueCounts {
  visible: number;
  inFlight: number;
  delayed: number;
}

export interface SqsEngine extends AwsService {
  /** Called synchronously whenever a message of the queue may have become receivable. Returns the unsubscribe function. */
  onDeliverable(queueUrl: string, listener: () => void): () => void;
  /** Synchronous `ReceiveMessage` with all attributes and no waiting, for event source mappings. */
  receiveNow(queueUrl: string, max: number): SqsReceivedMessage[];
  deleteNow(queueUrl: string, receiptHandle: string): void;
  counts(queueUrl: string): QueueCounts;
  /** When the oldest message of the queue was put there; undefined when it is empty. */
  oldestSentAt(queueUrl: string): number | undefined;
  close(): Promise<void>;
}

/** The shape of `Message` in the SQS API, all attributes present. */
export interface SqsReceivedMessage {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes: Record<string, string>;
  MessageAttributes: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

/** A `AWS::Lambda::Function` of the templates, intrinsics resolved. */
export interface FunctionDefinition {
  /** Physical name. */
  name: string;
  arn: string;
  /** `POWERTOOLS_SERVICE_NAME` of its environment, or its name: under this its calls are recorded and broken. */
  folder: string;
  /** Directory of the bundled asset. */
  codeDirectory: string;
  /** `file.export`. */
  handler: string;
  environment: Record<string, string>;
  memoryMb: number;
  timeoutMs: number;
  reservedConcurrency?: number;
  /** Access key that the environment's credentials carry: tells which function an AWS call comes from. */
  accessKeyId: string;
}

export interface InvocationResult {
  /** JSON text the function returned, or the error document. */
  payload: string;
  /** `Unhandled` when the function failed, timed out or exited. */
  functionError?: 'Unhandled';
}

export interface FunctionCounts {
  invocations: number;
  errors: number;
  timeouts: number;
  running: number;
}

export interface LambdaService {
  /** Name or ARN. Throws `AwsError` `ResourceNotFoundException` or `TooManyRequestsException`. */
  invoke(nameOrArn: string, payload: string, options?: { traceId?: string }): Promise<InvocationResult>;
  /** Asynchronous invocation: queued, run, and on error run again after 1 and 2 virtual minutes. Returns when it is accepted. */
  invokeAsync(nameOrArn: string, payload: string): void;
  counts(): Record<string, FunctionCounts>;
  /** Starts one execution environment of every function ahead of its first invocation, as provisioned concurrency does. */
  warm(): void;
  /** SIGKILLs every execution environment of a function, as a crash would. */
  kill(folder: string): void;
  close(): Promise<void>;
}

/** One line a function wrote to standard output or error. */
export interface LogLine {
  at: number;
  folder: string;
  requestId: string | undefined;
  text: string;
}

export interface EventSourceMappingDefinition {
  queueArn: string;
  functionName: string;
  batchSize: number;
  maximumConcurrency?: number;
  reportBatchItemFailures: boolean;
  enabled: boolean;
}
