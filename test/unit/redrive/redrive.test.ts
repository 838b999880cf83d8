import { type RedriveResult, redrive } from '../../../functions/redrive/redrive';
import type { RedriveRequest } from '../../../functions/redrive/redrive-request';
import type { Dlq, MoveTask } from '../../../functions/shared/dlq/dlq';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

let now = 0;
beforeEach(() => {
  now = Date.parse('2026-11-30T09:00:00.000Z');
});
const ask = (dlq: Dlq, request: RedriveRequest): Promise<RedriveResult> =>
  redrive(request, {
    dlq,
    payments: memoryPayments([aPayment({ orderId: 'ord-a' })]),
    probe: async () => undefined,
    record: () => undefined,
    clock: () => now,
    wait: async (ms) => {
      now += ms;
    },
    runId: 'run-1',
    timeLeft: () => true,
  });

const SEEN = {
  visible: 1,
  sampled: 1,
  provider: 'answers',
  messages: [{ orderId: 'ord-a', messageId: 'm-1', verdict: 'to-be-charged' }],
  oldestAcceptedAt: '2026-11-29T10:00:00.000Z',
  byStatus: { accepted: 1 },
  safe: true,
  reasons: [],
};
const aDlq = (...tasks: MoveTask[]): MemoryDlq => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
  dlq.tasks.push(...tasks);
  return dlq;
};
const untouched = async (dlq: MemoryDlq) => {
  expect(dlq.log).toEqual([]);
  expect(await dlq.visible()).toBe(1);
};

it('preview says what lies in the DLQ, and moves nothing', async () => {
  const dlq = aDlq();
  expect(await ask(dlq, { action: 'preview' })).toEqual({ action: 'preview', ...SEEN });
  await untouched(dlq);
  expect(dlq.tasks).toEqual([]);
});

it('list names what lies in the DLQ, and moves nothing', async () => {
  const dlq = aDlq();
  expect(await ask(dlq, { action: 'list' })).toMatchObject({
    action: 'list',
    visible: 1,
    messages: [{ orderId: 'ord-a', messageId: 'm-1', verdict: 'to-be-charged' }],
    complete: true,
  });
  await untouched(dlq);
  expect(dlq.tasks).toEqual([]);
});

describe('discard', () => {
  const ghost = (): MemoryDlq => memoryDlq([aDeadLetter('m-1', 'ord-ghost')]);

  it('deletes a chosen message that no payment needs', async () => {
    const dlq = ghost();
    expect(await ask(dlq, { action: 'discard', messageIds: ['m-1'] })).toMatchObject({
      action: 'discard',
      result: 'discarded',
      discarded: [{ messageId: 'm-1', verdict: 'unknown' }],
    });
    expect(dlq.log).toEqual(['remove m-1']);
  });

  it('only looks in a dry run', async () => {
    const dlq = ghost();
    expect(await ask(dlq, { action: 'discard', messageIds: ['m-1'], dryRun: true })).toMatchObject({
      result: 'dry-run',
      discarded: [{ messageId: 'm-1' }],
    });
    await untouched(dlq);
  });

  it('does nothing beside a task that moves everything: such a task would end early', async () => {
    const dlq = aDlq({ status: 'RUNNING', moved: 0, handle: 'task-1' });
    expect(await ask(dlq, { action: 'discard', messageIds: ['m-1'] })).toMatchObject({
      result: 'already-running',
      task: { status: 'RUNNING' },
    });
    await untouched(dlq);
  });
});

describe('start', () => {
  it('has SQS move everything', async () => {
    const dlq = aDlq();
    const task = { status: 'RUNNING', moved: 0, toMove: 1, startedAt: '2026-11-30T09:00:00.000Z', handle: 'task-1' };
    expect(await ask(dlq, { action: 'start' })).toEqual({ action: 'start', result: 'started', task });
    expect(dlq.tasks).toEqual([task]);
  });

  it('passes the rate on', async () => {
    const dlq = aDlq();
    const rates: unknown[] = [];
    await ask({ ...dlq, startMove: async (rate) => void rates.push(rate) }, { action: 'start', maxMessagesPerSecond: 5 });
    expect(rates).toEqual([5]);
  });

  it('says started also when SQS does not list the task yet', async () => {
    expect(await ask({ ...aDlq(), startMove: async () => undefined }, { action: 'start' })).toEqual({
      action: 'start',
      result: 'started',
      task: null,
    });
  });

  it('takes no earlier task for the one it started', async () => {
    const dlq = aDlq({ status: 'COMPLETED', moved: 812, startedAt: '2026-11-20T09:00:00.000Z' });
    expect(await ask({ ...dlq, startMove: async () => undefined }, { action: 'start' })).toMatchObject({ result: 'started', task: null });
    expect(await ask(dlq, { action: 'start' })).toMatchObject({ result: 'started', task: { status: 'RUNNING', moved: 0 } });
  });

  it.each(['RUNNING', 'CANCELLING'])('begins no second task beside one that is %s', async (status) => {
    const task = { status, moved: 3, toMove: 9, handle: 'task-1' };
    const dlq = aDlq(task);
    expect(await ask(dlq, { action: 'start' })).toEqual({ action: 'start', result: 'already-running', task });
    expect(dlq.tasks).toEqual([task]);
  });

  it.each(['COMPLETED', 'CANCELLED', 'FAILED'])('begins a new task after one that is %s', async (status) => {
    expect(await ask(aDlq({ status, moved: 3, startedAt: '2026-11-29T09:00:00.000Z' }), { action: 'start' })).toMatchObject({
      result: 'started',
      task: { status: 'RUNNING' },
    });
  });

  it('copies the chosen orders instead when they are named', async () => {
    const dlq = aDlq();
    expect(await ask(dlq, { action: 'start', orderIds: ['ord-a'] })).toEqual({
      action: 'start',
      result: 'copied',
      moved: 1,
      left: 0,
      leftBehind: [],
      notFound: [],
      complete: true,
    });
    expect(dlq.queue).toHaveLength(1);
    expect(dlq.tasks).toEqual([]);
  });

  it('keeps to the rate with chosen orders too', async () => {
    const orderIds = Array.from({ length: 11 }, (_, index) => `ord-${index}`);
    const dlq = memoryDlq(orderIds.map((orderId) => aDeadLetter(`m-${orderId}`, orderId)));
    const began = now;
    expect(await ask(dlq, { action: 'start', orderIds, maxMessagesPerSecond: 2 })).toMatchObject({ moved: 11 });
    expect(now - began).toBe(5000);
  });

  it.each<RedriveRequest>([
    { action: 'start', dryRun: true },
    { action: 'start', dryRun: true, maxMessagesPerSecond: 5 },
    { action: 'start', dryRun: true, orderIds: ['ord-a'] },
  ])('only looks when asked %j', async (request) => {
    const dlq = aDlq();
    expect(await ask(dlq, request)).toEqual({
      action: 'start',
      result: 'dry-run',
      wouldMove: 1,
      notFound: [],
      complete: true,
      preview: SEEN,
    });
    await untouched(dlq);
    expect(dlq.tasks).toEqual([]);
  });

  it('copies no chosen orders beside a task that moves everything', async () => {
    const task = { status: 'RUNNING', moved: 3, toMove: 9, handle: 'task-1' };
    const dlq = aDlq(task);
    expect(await ask(dlq, { action: 'start', orderIds: ['ord-a'] })).toEqual({ action: 'start', result: 'already-running', task });
    await untouched(dlq);
  });

  it('says already running when somebody else was first by a moment', async () => {
    const dlq = aDlq();
    const theirs = { status: 'RUNNING', moved: 0, toMove: 1, handle: 'task-1' };
    const startMove = async () => {
      dlq.tasks.push(theirs);
      throw new Error('There is already a task running.');
    };
    expect(await ask({ ...dlq, startMove }, { action: 'start' })).toEqual({ action: 'start', result: 'already-running', task: theirs });
  });

  it('fails with the error of SQS when it refuses', async () => {
    const dlq = { ...aDlq(), startMove: () => Promise.reject(new Error('AccessDenied')) };
    await expect(ask(dlq, { action: 'start' })).rejects.toThrow('AccessDenied');
  });
});

describe('status', () => {
  it('is the end state and counts of the tasks, the newest first, and what could be redriven now', async () => {
    const tasks = [
      { status: 'RUNNING', moved: 2, toMove: 5, startedAt: '2026-11-30T09:00:00.000Z', handle: 'task-2' },
      { status: 'FAILED', moved: 1, toMove: 5, startedAt: '2026-11-29T09:00:00.000Z', failureReason: 'CouldNotDetermineMessageSource' },
    ];
    expect(await ask(aDlq(...tasks), { action: 'status' })).toEqual({ action: 'status', visible: 1, tasks });
  });

  it('is empty when nothing was ever moved', async () => {
    expect(await ask(aDlq(), { action: 'status' })).toEqual({ action: 'status', visible: 1, tasks: [] });
  });
});

describe('cancel', () => {
  it('stops the running task and says how many it moved', async () => {
    const dlq = aDlq({ status: 'RUNNING', moved: 3, toMove: 9, handle: 'task-1' }, { status: 'COMPLETED', moved: 7 });
    expect(await ask(dlq, { action: 'cancel' })).toEqual({ action: 'cancel', result: 'cancelling', moved: 3 });
    expect(dlq.tasks[0]?.status).toBe('CANCELLING');
  });

  it.each([
    { case: 'no task was ever begun', tasks: [] },
    { case: 'the last one is completed', tasks: [{ status: 'COMPLETED', moved: 7 }] },
  ])('has nothing to stop when $case', async ({ tasks }) => {
    expect(await ask(aDlq(...tasks), { action: 'cancel' })).toEqual({ action: 'cancel', result: 'nothing-running', moved: 0 });
  });

  it('says cancelling again when it is asked twice', async () => {
    expect(await ask(aDlq({ status: 'CANCELLING', moved: 3 }), { action: 'cancel' })).toEqual({
      action: 'cancel',
      result: 'cancelling',
      moved: 3,
    });
  });

  it('has nothing to stop when the task ended a moment before', async () => {
    const dlq = aDlq({ status: 'RUNNING', moved: 9, handle: 'task-1' });
    const cancelMove = async () => {
      dlq.tasks[0] = { status: 'COMPLETED', moved: 9 };
      throw new Error('Only a running task can be cancelled.');
    };
    expect(await ask({ ...dlq, cancelMove }, { action: 'cancel' })).toEqual({ action: 'cancel', result: 'nothing-running', moved: 0 });
  });

  it('says cancelling when somebody else cancelled it a moment before', async () => {
    const dlq = aDlq({ status: 'RUNNING', moved: 9, handle: 'task-1' });
    const cancelMove = async () => {
      dlq.tasks[0] = { status: 'CANCELLING', moved: 9 };
      throw new Error('Only a running task can be cancelled.');
    };
    expect(await ask({ ...dlq, cancelMove }, { action: 'cancel' })).toEqual({ action: 'cancel', result: 'cancelling', moved: 9 });
  });

  it('fails with the error of SQS when the task goes on', async () => {
    const dlq = { ...aDlq({ status: 'RUNNING', moved: 3, handle: 'task-1' }), cancelMove: () => Promise.reject(new Error('AccessDenied')) };
    await expect(ask(dlq, { action: 'cancel' })).rejects.toThrow('AccessDenied');
  });
});
