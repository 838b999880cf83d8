/** A message attribute as SQS gives and takes it. */
export interface MessageAttribute {
  readonly DataType: string | undefined;
  readonly StringValue?: string;
  readonly BinaryValue?: Uint8Array;
}

/** What it takes to release or delete a message that this run has received. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
}

/** A message in the dead-letter queue, hidden from others until it is released or its visibility runs out. */
export interface DeadLetter extends ReceivedMessage {
  readonly groupId: string;
  readonly body: string;
  /** When it came into the DLQ, in epoch milliseconds: a FIFO message's clock restarts with each move. */
  readonly arrivedAt: number;
  readonly attributes?: Record<string, MessageAttribute>;
  /** How often it was received, as SQS counts: by the worker, then by redrives, previews and lists. */
  readonly receives?: number;
  /** `AWSTraceHeader`, which ties the copy to the request that began it. */
  readonly traceHeader?: string;
}

/** A move task as SQS lists it. */
export interface MoveTask {
  readonly status: string;
  readonly moved: number;
  /** Messages in the DLQ when the task began; absent when SQS does not know. */
  readonly toMove?: number;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly failureReason?: string;
  /** Present while the task runs. */
  readonly handle?: string;
}

/** The dead-letter queue, and the sends and moves from it to the charge queue. */
export interface Dlq {
  visible(): Promise<number>;
  /**
   * Up to ten messages in order, hidden for so many seconds. Empty when nothing more can be had now; asked not to wait, SQS may say so although
   * there is more.
   */
  receive(hiddenSeconds: number, options?: { readonly mayWait: boolean }): Promise<DeadLetter[]>;
  /** Makes messages receivable again at once. */
  release(messages: readonly ReceivedMessage[]): Promise<void>;
  remove(message: ReceivedMessage): Promise<void>;
  /** Sends a copy to the charge queue: group, body and attributes as they are. */
  sendCopy(message: DeadLetter, deduplicationId: string): Promise<void>;
  /** Has SQS move everything, at up to so many messages a second. Throws when a task is active already. */
  startMove(maxMessagesPerSecond?: number): Promise<void>;
  /** The latest tasks, the newest first. */
  moves(): Promise<MoveTask[]>;
  /** Stops the running task; what it moved stays moved. Returns how many that were. Throws when it has ended. */
  cancelMove(handle: string): Promise<number>;
}
