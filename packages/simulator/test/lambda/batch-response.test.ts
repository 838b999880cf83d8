import { readBatchResponse } from '../../src/lambda/batch-response';

const BATCH = new Set(['m1', 'm2', 'm3']);

test.each(['', 'null', '""', '[]', '{}', '{"batchItemFailures":[]}', '{"batchItemFailures":null}'])(
  '%j is success of the whole batch',
  (payload) => {
    expect(readBatchResponse(payload, BATCH)).toEqual({ kind: 'failed-items', messageIds: new Set() });
  },
);

test.each(['{"statusCode":200}', '{"BatchItemFailures":[{"ItemIdentifier":"m1"}]}'])(
  '%j has no batchItemFailures: success of the whole batch',
  (payload) => {
    expect(readBatchResponse(payload, BATCH)).toEqual({ kind: 'failed-items', messageIds: new Set() });
  },
);

test('reported messages failed, the others succeeded', () => {
  const payload = '{"batchItemFailures":[{"itemIdentifier":"m2"},{"itemIdentifier":"m3"},{"itemIdentifier":"m2"}],"more":1}';
  expect(readBatchResponse(payload, BATCH)).toEqual({ kind: 'failed-items', messageIds: new Set(['m2', 'm3']) });
});

test.each([
  { case: 'text that is not JSON', payload: '{"batchItemFailures":[' },
  { case: 'a string', payload: '"ok"' },
  { case: 'a number', payload: '1' },
  { case: 'a list of ids', payload: '["m1"]' },
  { case: 'a list of failures without its member', payload: '[{"itemIdentifier":"m1"}]' },
  { case: 'failures that are not a list', payload: '{"batchItemFailures":"m1"}' },
  { case: 'an empty identifier', payload: '{"batchItemFailures":[{"itemIdentifier":""}]}' },
  { case: 'a null identifier', payload: '{"batchItemFailures":[{"itemIdentifier":null}]}' },
  { case: 'a missing identifier', payload: '{"batchItemFailures":[{}]}' },
  { case: 'an identifier under another key', payload: '{"batchItemFailures":[{"ItemIdentifier":"m1"}]}' },
  { case: 'an identifier that is not in the batch', payload: '{"batchItemFailures":[{"itemIdentifier":"m1"},{"itemIdentifier":"m9"}]}' },
  { case: 'an identifier that is a number', payload: '{"batchItemFailures":[{"itemIdentifier":1}]}' },
  { case: 'ids instead of items', payload: '{"batchItemFailures":["m1"]}' },
  { case: 'a null item', payload: '{"batchItemFailures":[null]}' },
])('$case fails the whole batch', ({ payload }) => {
  expect(readBatchResponse(payload, BATCH)).toEqual({ kind: 'whole-batch-failed' });
});
