import { setTimeout as sleep } from 'node:timers/promises';
import { REDRIVE_WATCH_SECONDS } from '../../contract/windows';
import type { MoveTask } from '../../functions/redrive/dlq';
import { askRedrive } from '../client/redrive';
import type { Target } from '../client/target';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { progressBar } from '../progress';
import { table } from '../table';

/** The latest redrives of the whole queue, the newest first; with `watch`, once the newest has ended. */
export async function dlqStatus(session: Session, watch: boolean): Promise<Outcome> {
  const status = watch ? await ended(session) : await statusOf(session.target);
  const exitCode = status.tasks[0]?.status === 'FAILED' ? EXIT.attention : EXIT.ok;
  return { json: status, text: `${tasksText(status.tasks)}\n${status.visible} visible in the DLQ`, exitCode };
}

const statusOf = (target: Target) => askRedrive(target, { action: 'status' });

const goesOn = (task: MoveTask | undefined): boolean => task?.status === 'RUNNING' || task?.status === 'CANCELLING';

/** The status as it stands when none runs any longer. SQS itself ends one after 36 hours. */
async function ended({ target, terminal }: Session) {
  const progress = progressBar(terminal, 'redrive');
  try {
    for (;;) {
      const status = await statusOf(target);
      const [newest] = status.tasks;
      progress.update(newest?.moved ?? 0, newest?.toMove ?? newest?.moved ?? 0);
      if (!goesOn(newest)) return status;
      await sleep(REDRIVE_WATCH_SECONDS * 1000);
    }
  } finally {
    progress.stop();
  }
}

export function tasksText(tasks: readonly MoveTask[]): string {
  if (tasks.length === 0) return 'The DLQ has not been redriven as a whole.';
  return table(
    ['redrive', 'started at', 'moved', 'of', 'reason'],
    tasks.map(({ status, startedAt, moved, toMove, failureReason }) => [status, startedAt, moved, toMove, failureReason]),
  );
}
