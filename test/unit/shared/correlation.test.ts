import type { SQSMessageAttributes } from 'aws-lambda';
import { readSentBy, sentBy } from '../../../functions/shared/correlation';

const REQUEST = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';
const ROOT = '1-67891233-abcdef012345678912345678';
const HEADER = `Root=${ROOT};Parent=53995c3f42cd8ad8;Sampled=1`;

/** The record that Lambda makes of a message with these attributes. */
const record = (apiRequestId?: string, AWSTraceHeader?: string) => ({
  messageAttributes: (apiRequestId === undefined
    ? {}
    : { ApiRequestId: { stringValue: apiRequestId, dataType: 'String' } }) as SQSMessageAttributes,
  attributes: { AWSTraceHeader, ApproximateReceiveCount: '1', SentTimestamp: '0', SenderId: 's', ApproximateFirstReceiveTimestamp: '0' },
});

it('goes beside the body of a message, as an attribute and as the header that links X-Ray traces', () => {
  expect(sentBy(REQUEST, HEADER)).toEqual({
    MessageAttributes: { ApiRequestId: { DataType: 'String', StringValue: REQUEST } },
    MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: HEADER } },
  });
});

it('has no header outside a trace', () => {
  expect(sentBy(REQUEST, '')).toEqual({ MessageAttributes: { ApiRequestId: { DataType: 'String', StringValue: REQUEST } } });
});

it('comes out as it went in', () => {
  expect(readSentBy(record(REQUEST, HEADER))).toEqual({ apiRequestId: REQUEST, apiTraceId: ROOT });
});

it('is empty for a message that somebody put on the queue by hand', () => {
  expect(readSentBy(record())).toEqual({});
});

it.each([
  ['4242424242424242', 'Root=4242424242424242'],
  [`${REQUEST}\n{"level":"INFO"}`, `Root=${ROOT.toUpperCase()}`],
  ['jane.doe@example.com', `Root=${ROOT}pm_card_visa`],
  ['', ''],
])('takes %j and %j for no ids: they would be logged', (requestId, header) => {
  expect(readSentBy(record(requestId, header))).toEqual({});
});
