import { NONE, sumOf } from '../../../lab/bench/requests/count';

const call = (service: string, action: string, outcome = 'ok') => ({ function: 'charge', service, action, outcome });

describe('count of requests', () => {
  it('tells refused writes from others', () => {
    const calls = [
      call('dynamodb', 'PutItem', 'ConditionalCheckFailedException'),
      call('dynamodb', 'UpdateItem'),
      call('dynamodb', 'DeleteItem'),
    ];
    expect(sumOf(calls)).toEqual({ ...NONE, tableWrites: 2, refusedWrites: 1 });
  });

  it.each(['GetItem', 'Query', 'BatchGetItem'])('takes %s for a read', (action) => {
    expect(sumOf([call('dynamodb', action)])).toEqual({ ...NONE, tableReads: 1 });
  });

  it('counts what goes to the queue and to the provider, and no secret', () => {
    const calls = [
      call('sqs', 'SendMessage'),
      call('acquirer', 'POST /v1/payment_intents', 'HTTP 402'),
      call('secretsmanager', 'GetSecretValue'),
    ];
    expect(sumOf(calls)).toEqual({ ...NONE, queueRequests: 1, providerCalls: 1 });
  });
});
