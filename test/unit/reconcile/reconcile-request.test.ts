import { readReconcileRequest } from '../../../functions/reconcile/reconcile-request';

it.each([
  { input: undefined, request: {} },
  { input: null, request: {} },
  { input: {}, request: {} },
  { input: { from: '2026-11-29T00:00:00Z' }, request: { from: '2026-11-29T00:00:00Z' } },
  {
    input: { from: '2026-11-29T00:00:00.000Z', to: '2026-11-29T02:00:00+01:00', requestedBy: 'night shift' },
    request: { from: '2026-11-29T00:00:00.000Z', to: '2026-11-29T02:00:00+01:00', requestedBy: 'night shift' },
  },
])('reads $input', ({ input, request }) => {
  expect(readReconcileRequest(input)).toEqual(request);
});

it.each([
  { input: { from: 'yesterday' }, message: 'from must be a time such as 2026-11-29T00:00:00Z' },
  { input: { to: '2026-02-30T00:00:00Z' }, message: 'to must be a time such as 2026-11-29T00:00:00Z: there is no such day' },
  { input: { from: '2026-11-31T00:00:00Z' }, message: 'from must be a time such as 2026-11-29T00:00:00Z: there is no such day' },
  { input: { from: '2026-11-30T24:00:00Z' }, message: 'from must be a time such as 2026-11-29T00:00:00Z: there is no such time of day' },
  { input: { from: 1_795_946_400 }, message: 'from must be a time such as 2026-11-29T00:00:00Z' },
  { input: { from: '2026-11-29T00:00:00Z', to: '2026-11-29T00:00:00Z' }, message: 'from must be before to' },
  { input: { requestedBy: '' }, message: 'requestedBy must not be empty' },
  { input: { requestedBy: 'jo\n{"level":"INFO"}' }, message: 'requestedBy must be printable text' },
  { input: { requestedBy: '4242 4242 4242 4242' }, message: 'requestedBy must not hold a card number' },
  { input: { dryRun: true }, message: 'the request may have from, to and requestedBy, and no other members' },
  { input: 'now', message: 'the request may have from, to and requestedBy, and no other members' },
])('refuses $input: $message', ({ input, message }) => {
  expect(() => readReconcileRequest(input)).toThrow(expect.objectContaining({ name: 'InvalidReconcileRequest', message }));
});
