import { errorAnswer } from '../../src/sqs/wire';
import { AwsError } from '../../src/types';
import { type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;

beforeEach(async () => {
  sqs = await startSqs();
});
afterEach(() => sqs.close());

const post = (target: string, body: string) =>
  fetch(sqs.endpoint, { method: 'POST', body, headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target } });

test('an error carries the name of the JSON protocol in the body and that of the query protocol in a header', async () => {
  const response = await post('AmazonSQS.GetQueueUrl', '{"QueueName":"missing.fifo"}');
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.0');
  expect(response.headers.get('x-amzn-query-error')).toBe('AWS.SimpleQueueService.NonExistentQueue;Sender');
  expect(await response.json()).toEqual({
    __type: 'com.amazonaws.sqs#QueueDoesNotExist',
    message: 'The specified queue does not exist.',
  });
});

test.each([
  { code: 'QueueNameExists', query: 'QueueAlreadyExists' },
  { code: 'UnsupportedOperation', query: 'AWS.SimpleQueueService.UnsupportedOperation' },
  { code: 'TooManyEntriesInBatchRequest', query: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest' },
  { code: 'InvalidParameterValue', query: 'InvalidParameterValue' },
  { code: 'ResourceNotFoundException', query: 'ResourceNotFoundException' },
])('the query protocol calls $code $query', ({ code, query }) => {
  expect(errorAnswer(new AwsError(code, 'why')).headers['x-amzn-query-error']).toBe(`${query};Sender`);
});

test('an unknown action is UnknownOperationException', async () => {
  for (const action of ['SendMessages', 'constructor', '']) {
    const response = await post(`AmazonSQS.${action}`, '{}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'com.amazonaws.sqs#UnknownOperationException' });
  }
});

test('a member of the wrong type is SerializationException', async () => {
  for (const input of [
    '{"QueueName":7}',
    '{"QueueName":"a.fifo","Attributes":{"FifoQueue":true}}',
    '{"QueueName":"a.fifo","Attributes":[]}',
  ]) {
    const response = await post('AmazonSQS.CreateQueue', input);
    expect(await response.json()).toMatchObject({ __type: 'com.amazonaws.sqs#SerializationException' });
  }
});

test('a missing member is MissingParameter', async () => {
  const response = await post('AmazonSQS.SendMessage', '{"MessageBody":"m1"}');
  expect(await response.json()).toEqual({
    __type: 'com.amazonaws.sqs#MissingParameter',
    message: 'The request must contain the parameter QueueUrl.',
  });
});

test('an error that is none of the API is answered as 500', () => {
  const answer = errorAnswer(new TypeError('oops'));
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['x-amzn-query-error']).toBe('InternalFailure;Receiver');
});
