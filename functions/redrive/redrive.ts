import { activeMove } from '../shared/dlq/active-move';
import type { Dlq, MoveTask } from '../shared/dlq/dlq';
import { rateLimiter } from '../shared/dlq/rate-limiter';
import type { Payments } from '../shared/payments';
import { type CopyResult, copyChosen } from './copy-chosen';
import { type DiscardPorts, type DiscardResult, discardChosen } from './discard-chosen';
import { type DryRun, dryRun } from './dry-run';
import { type DeadLetterList, listDeadLetters } from './list-dead-letters';
import { type Cancelled, cancelMove, type Started, startMove } from './move-all';
import { type Preview, preview } from './preview';
import type { ProviderProbe } from './provider-probe';
import type { RedriveRequest } from './redrive-request';

export interface RedrivePorts {
  readonly dlq: Dlq;
  readonly payments: Pick<Payments, 'get'>;
  readonly probe: ProviderProbe;
  readonly record: DiscardPorts['record'];
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Identifies this run; the same when Lambda repeats it. */
  readonly runId: string;
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
}

export type RedriveResult =
  | ({ readonly action: 'preview' } & Preview)
  | ({ readonly action: 'list' } & DeadLetterList)
  | ({ readonly action: 'discard'; readonly result: 'discarded' | 'dry-run' } & DiscardResult)
  | { readonly action: 'discard'; readonly result: 'already-running'; readonly task: MoveTask }
  | ({ readonly action: 'start'; readonly result: 'dry-run' } & DryRun)
  | ({ readonly action: 'start' } & Started)
  | ({ readonly action: 'start'; readonly result: 'copied' } & CopyResult)
  /** The latest tasks, the newest first, and what could be redriven now. */
  | { readonly action: 'status'; readonly visible: number; readonly tasks: readonly MoveTask[] }
  | ({ readonly action: 'cancel' } & Cancelled);

/** Brings dead-lettered payments back. Nothing here decides whether one may be charged: the charge function does, for every delivery. */
export async function redrive(request: RedriveRequest, ports: RedrivePorts): Promise<RedriveResult> {
  const { dlq } = ports;
  switch (request.action) {
    case 'preview':
      return { action: 'preview', ...(await preview(ports)) };
    case 'list':
      return { action: 'list', ...(await listDeadLetters(ports)) };
    case 'discard': {
      const { messageIds, dryRun = false } = request;
      // As for chosen orders: a move task ends early beside a search.
      const task = await activeMove(dlq);
      if (task) return { action: 'discard', result: 'already-running', task };
      return { action: 'discard', result: dryRun ? 'dry-run' : 'discarded', ...(await discardChosen(messageIds, dryRun, ports)) };
    }
    case 'start': {
      const { orderIds, maxMessagesPerSecond } = request;
      if (request.dryRun) return { action: 'start', result: 'dry-run', ...(await dryRun(orderIds, ports)) };
      if (orderIds === undefined) return { action: 'start', ...(await startMove(dlq, maxMessagesPerSecond)) };
      // Looking for chosen orders hides all others for a while, and a move task that finds nothing ends as if it had moved all.
      const task = await activeMove(dlq);
      if (task) return { action: 'start', result: 'already-running', task };
      const acquirePermit = rateLimiter(maxMessagesPerSecond, ports);
      return { action: 'start', result: 'copied', ...(await copyChosen(orderIds, { ...ports, acquirePermit })) };
    }
    case 'status':
      return { action: 'status', visible: await dlq.visible(), tasks: await dlq.moves() };
    case 'cancel':
      return { action: 'cancel', ...(await cancelMove(dlq)) };
    default:
      return request satisfies never;
  }
}
