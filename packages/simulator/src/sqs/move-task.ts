import { invalidParameter } from './errors';

/** A message move task, in the terms of `ListMessageMoveTasks`. JSON-safe, kept in the journal. */
export interface MoveTask {
  id: string;
  sourceArn: string;
  /** Absent: every message goes back to the queue it came from. */
  destinationArn?: string;
  maxPerSecond?: number;
  startedAt: number;
  /** Messages that could be moved when the task started; it moves no more than these. */
  toMove: number;
  moved: number;
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
  failureReason?: string;
}

/** AWS keeps the last ten tasks of a queue. */
export const TASKS_KEPT = 10;

export function isActive(task: MoveTask): boolean {
  return task.status === 'RUNNING' || task.status === 'CANCELLING';
}

export function formatTaskHandle({ id, sourceArn }: Pick<MoveTask, 'id' | 'sourceArn'>): string {
  return Buffer.from(JSON.stringify({ taskId: id, sourceArn })).toString('base64');
}

/** Throws `InvalidParameterValue` for what is not a handle at all; whether the task exists is not looked at. */
export function parseTaskHandle(handle: string): Pick<MoveTask, 'id' | 'sourceArn'> {
  try {
    const { taskId, sourceArn } = JSON.parse(Buffer.from(handle, 'base64').toString()) as Record<string, unknown>;
    if (typeof taskId === 'string' && typeof sourceArn === 'string') return { id: taskId, sourceArn };
  } catch {
    // Not JSON: answered below like JSON of another shape.
  }
  throw invalidParameter('Value for parameter TaskHandle is invalid.');
}

/** The entry of `ListMessageMoveTasks`. Only a running task shows its handle, and what was not asked for at the start is left out. */
export function describeTask(task: MoveTask): Record<string, unknown> {
  return {
    ...(task.status === 'RUNNING' ? { TaskHandle: formatTaskHandle(task) } : {}),
    Status: task.status,
    SourceArn: task.sourceArn,
    ...(task.destinationArn === undefined ? {} : { DestinationArn: task.destinationArn }),
    ...(task.maxPerSecond === undefined ? {} : { MaxNumberOfMessagesPerSecond: task.maxPerSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failureReason === undefined ? {} : { FailureReason: task.failureReason }),
    StartedTimestamp: task.startedAt,
  };
}
