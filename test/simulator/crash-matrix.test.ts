import { EFFECTS, everyCell, runCells, somePairs, WAYS } from '../proof/crash-matrix';

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
    // Every call and effect; the ways back take turns, so that each call meets each of them.
    ...everyCell('good', good).filter(
      (cell, index) => WAYS.indexOf(cell.way) === Math.floor(index / WAYS.length) % WAYS.length || cell.way === 'redelivery',
    ),
    ...everyCell('declined', declined).filter((cell, index) => WAYS.indexOf(cell.way) === Math.floor(index / WAYS.length) % WAYS.length),
    ...somePairs('good', good, 20),
  ]);
  const names = (list: typeof calls.good) => list.map((call) => `${call.function} ${call.service} ${call.action}`);
  expect(names(calls.good)).toEqual(GOOD_CARD);
  expect(names(calls.declined)).toEqual(DECLINED_CARD);
  expect(problems).toEqual([]);
  expect(cells.length).toBeGreaterThanOrEqual((GOOD_CARD.length + DECLINED_CARD.length) * EFFECTS.length);
}, 900_000);
