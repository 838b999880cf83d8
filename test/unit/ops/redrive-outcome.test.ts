import { outcomeOf, type StartResult } from '../../../ops/dlq/redrive';

type Copied = Extract<StartResult, { result: 'copied' }>;

const copied = (rest: Partial<Copied> = {}): Copied => ({
  action: 'start',
  result: 'copied',
  moved: 2,
  left: 0,
  leftBehind: [],
  notFound: [],
  complete: true,
  ...rest,
});

it('needs no attention when everything that was chosen has moved', () => {
  expect(outcomeOf(copied())).toEqual({ json: copied(), text: '2 sent to the charge queue again, 0 left in the DLQ.', exitCode: 0 });
});

it('names what it left in the DLQ, with the reason', () => {
  const leftBehind = [{ orderId: 'ord-2', messageId: 'm-2', reason: 'send-failed', error: 'InternalError' }] as const;
  const { text, exitCode } = outcomeOf(copied({ left: 1, leftBehind }));
  expect(text).toMatch(/ord-2 +│ send-failed │ m-2 +│ InternalError/);
  expect(exitCode).toBe(3);
});

it('names orders that were not found', () => {
  expect(outcomeOf(copied({ notFound: ['ord-8', 'ord-9'] }))).toMatchObject({
    text: expect.stringContaining('Not found in the DLQ: ord-8, ord-9'),
    exitCode: 3,
  });
});

it('says when time ran out', () => {
  expect(outcomeOf(copied({ complete: false }))).toMatchObject({ text: expect.stringContaining('run it again'), exitCode: 3 });
});

it('needs no attention when a redrive is running already', () => {
  const task = { status: 'RUNNING', moved: 3, toMove: 9, startedAt: '2026-11-29T10:00:00.000Z' };
  const { text, exitCode } = outcomeOf({ action: 'start', result: 'already-running', task });
  expect(text).toContain('A redrive is running already; no other was started.');
  expect(exitCode).toBe(0);
});
