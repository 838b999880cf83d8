import { type DiscardAnswer, outcomeOf } from '../../../ops/dlq/discard';

type Answer = Exclude<DiscardAnswer, { result: 'already-running' }>;

const FORGED = { orderId: 'ord-1', messageId: 'm-1', verdict: 'differs' } as const;
const OPEN = { orderId: 'ord-2', messageId: 'm-2', verdict: 'to-be-charged' } as const;
const answer = (rest: Partial<Answer> = {}): Answer => ({
  action: 'discard',
  result: 'discarded',
  discarded: [FORGED],
  refused: [],
  notDeleted: [],
  notFound: [],
  complete: true,
  ...rest,
});

it('needs no attention when all that was chosen is deleted', () => {
  const { text, exitCode } = outcomeOf(answer());
  expect(text).toMatch(/│ ord-1 │ m-1 +│ differs │ no payment needs it │/);
  expect(text).toMatch(/\n1 discarded, 0 left in the DLQ.$/);
  expect(exitCode).toBe(0);
});

it('says of a dry run that nothing was deleted', () => {
  expect(outcomeOf(answer({ result: 'dry-run' })).text).toMatch(/\n1 would be discarded, 0 left in the DLQ. Nothing was deleted.$/);
});

it.each([
  { case: 'was refused', rest: { refused: [OPEN] }, text: /│ ord-2 │ m-2 +│ to-be-charged │ REFUSED: its payment is open/ },
  { case: 'could not be deleted', rest: { notDeleted: [{ ...OPEN, error: 'Timeout' }] }, text: /not deleted: Timeout/ },
  { case: 'was not found', rest: { notFound: ['m-8', 'm-9'] }, text: /Not found in the DLQ: m-8, m-9/ },
  { case: 'was not looked for to the end', rest: { complete: false }, text: /run it again/ },
])('asks for a person when a message $case', ({ rest, text }) => {
  expect(outcomeOf(answer(rest))).toMatchObject({ text: expect.stringMatching(text), exitCode: 3 });
});

it('asks for a person beside a redrive of the whole queue', () => {
  const task = { status: 'RUNNING', moved: 3, toMove: 9, startedAt: '2026-11-29T10:00:00.000Z' };
  const { text, exitCode } = outcomeOf({ action: 'discard', result: 'already-running', task });
  expect(text).toMatch(/nothing was discarded.\n(.|\n)*RUNNING/);
  expect(exitCode).toBe(3);
});
