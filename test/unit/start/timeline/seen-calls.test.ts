import { seeCall } from '../../../../lab/start/timeline/seen-calls';
import { createSubjects } from '../../../../lab/start/timeline/subjects';

/** What the time line says of a put of the row of `ord-1`, attempt 1, that DynamoDB answered so. */
function seen(outcome: string, answer: string | undefined) {
  const call = { function: 'submit-payment', service: 'dynamodb', action: 'PutItem' } as const;
  const body = '{"TableName":"Payments","Item":{"orderId":{"S":"ord-1"},"attempt":{"N":"1"},"status":{"S":"accepted"}}}';
  return seeCall(call, outcome, { body }, answer, createSubjects());
}

it.each([
  { case: 'was carried out', outcome: 'ok', answer: '{}' },
  { case: 'was carried out, although the answer was lost', outcome: 'lose-reply', answer: '{}' },
])('a write that $case starts its window', ({ outcome, answer }) => {
  expect(seen(outcome, answer)).toMatchObject({ subject: { orderId: 'ord-1', attempt: 1 }, observation: { windows: { row: true } } });
});

it.each([
  {
    case: 'was refused',
    outcome: 'ConditionalCheckFailedException',
    answer: '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed"}',
  },
  { case: 'never arrived', outcome: 'kill-before', answer: undefined },
])('a write that $case starts none', ({ outcome, answer }) => {
  expect(seen(outcome, answer)?.observation?.windows).toBeUndefined();
});
