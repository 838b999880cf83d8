import { activeMove, isActive } from '../shared/dlq/active-move';
import type { Dlq, MoveTask } from '../shared/dlq/dlq';

export interface Started {
  readonly result: 'started' | 'already-running';
  /** `null` when SQS does not list it yet. */
  readonly task: MoveTask | null;
}

/** SQS allows one move task a queue and refuses a second: said here as an outcome, since a repeated start is not a mistake. */
export async function startMove(dlq: Dlq, maxMessagesPerSecond: number | undefined): Promise<Started> {
  const before = await dlq.moves();
  const active = before.find(isActive);
  if (active) return { result: 'already-running', task: active };
  try {
    await dlq.startMove(maxMessagesPerSecond);
  } catch (error) {
    // Somebody else, or the SDK's own repeat of a call whose answer was lost, was first.
    const running = await activeMove(dlq);
    if (running) return { result: 'already-running', task: running };
    throw error;
  }
  // An earlier task, long completed, must not pass for the one just started.
  const known = new Set(before.map(({ startedAt }) => startedAt));
  const task = (await dlq.moves()).find(({ startedAt }) => !known.has(startedAt)) ?? null;
  return { result: 'started', task };
}

export interface Cancelled {
  readonly result: 'cancelling' | 'nothing-running';
  /** Messages that the task had moved so far; they stay moved, and `status` tells the final count. */
  readonly moved: number;
}

export async function cancelMove(dlq: Dlq): Promise<Cancelled> {
  const active = await activeMove(dlq);
  if (!active) return { result: 'nothing-running', moved: 0 };
  if (active.handle === undefined || active.status !== 'RUNNING') return { result: 'cancelling', moved: active.moved };
  try {
    return { result: 'cancelling', moved: await dlq.cancelMove(active.handle) };
  } catch (error) {
    const still = await activeMove(dlq);
    if (!still) return { result: 'nothing-running', moved: 0 };
    if (still.status === 'CANCELLING') return { result: 'cancelling', moved: still.moved };
    throw error;
  }
}
