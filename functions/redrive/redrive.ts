import type { Payments } from '../shared/payments';
import { type CopyResult, copyChosen } from './copy-chosen';
import type { Dlq, MoveTask } from './dlq';
import { type Preview, preview } from './preview';
import type { RedriveRequest } from './redrive-request';

export interface RedrivePorts {
  readonly dlq: Dlq;
  readonly payments: Pick<Payments, 'get'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Identifies this run; the same when Lambda repeats it. */
  readonly runId: string;
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
}

export type RedriveResult =
  | ({ readonly action: 'preview' } & Preview)
  | { readonly action: 'start'; readonly result: 'dry-run'; readonly preview: Preview }
  | { readonly action: 'start'; readonly result: 'started' | 'already-running'; readonly task: MoveTask | null }
  | ({ readonly action: 'start'; readonly result: 'copied' } & CopyResult)
  | { readonly action: 'status'; readonly tasks: readonly MoveTask[] }
  | { readonly action: 'cancel'; readonly result: 'cancelling' | 'nothing-running'; readonly moved: number };

const RUNNING: ReadonlySet<string> = new Set(['RUNNING', 'CANCELLING']);

/** Brings dead-lettered payments back. Nothing here decides whether one may be charged: the charge function does, for every delivery. */
export async function redrive(request: RedriveRequest, ports: RedrivePorts): Promise<RedriveResult> {
  const { dlq } = ports;
  switch (request.action) {
    case 'preview':
      return { action: 'preview', ...(await preview(ports)) };
    case 'start':
      if (request.dryRun) return { action: 'start', result: 'dry-run', preview: await preview(ports) };
      if (request.orderIds)
        return { action: 'start', result: 'copied', ...(await copyChosen(request.orderIds, ports.runId, dlq, ports.timeLeft)) };
      return startAll(dlq, request.maxMessagesPerSecond);
    case 'status':
      return { action: 'status', tasks: await dlq.moves() };
    case 'cancel': {
      const handle = (await dlq.moves()).find(({ status }) => status === 'RUNNING')?.handle;
      if (handle === undefined) return { action: 'cancel', result: 'nothing-running', moved: 0 };
      return { action: 'cancel', result: 'cancelling', moved: await dlq.cancelMove(handle) };
    }
    default:
      return request satisfies never;
  }
}

/** SQS allows one move task a queue and refuses a second: said here as an outcome, since a repeated start is not a mistake. */
async function startAll(dlq: Dlq, maxMessagesPerSecond: number | undefined): Promise<RedriveResult> {
  const running = (await dlq.moves()).find(({ status }) => RUNNING.has(status));
  if (running) return { action: 'start', result: 'already-running', task: running };
  await dlq.startMove(maxMessagesPerSecond);
  const [task = null] = await dlq.moves();
  return { action: 'start', result: 'started', task };
}
