import { everyCell, runCells, somePairs } from './crash-matrix';

/** What one payment calls, from a process that knows no secret yet. A further call must be added here, and the matrix grows with it. */
const GOOD_CARD = [
  'submit-payment dynamodb PutItem',
  'submit-payment sqs SendMessage',
  'charge dynamodb PutItem',
  'charge dynamodb GetItem',
  'charge secretsmanager GetSecretValue',
  'charge acquirer POST /v1/payment_intents',
  'charge dynamodb UpdateItem',
  'charge acquirer POST /v1/payment_intents/{id}/confirm',
  'charge dynamodb UpdateItem',
  'charge dynamodb UpdateItem',
];
const DECLINED_CARD = [...GOOD_CARD.slice(0, 8), 'charge acquirer POST /v1/payment_intents/{id}/cancel', ...GOOD_CARD.slice(8)];

it('charges a good card once and a declined one never, whichever call fails in whichever way', async () => {
  const { cells, problems, calls } = await runCells(({ good, declined }) => [
    ...everyCell('good', good),
    ...everyCell('declined', declined),
    ...somePairs('good', good, 40),
  ]);
  const names = (list: typeof calls.good) => list.map((call) => `${call.function} ${call.service} ${call.action}`);
  expect(names(calls.good)).toEqual(GOOD_CARD);
  expect(names(calls.declined)).toEqual(DECLINED_CARD);
  expect(problems).toEqual([]);
  // Calls × effects × ways back, and the pairs.
  expect(cells).toHaveLength((10 + 11) * 6 * 7 + 40);
}, 1_200_000);
