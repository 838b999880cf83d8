import { createAuthorizer } from '../../src/iam/authorizer';
import { evaluate, type Statement } from '../../src/iam/policy';
import type { FunctionDefinition } from '../../src/types';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Orders';
const allow = (Action: string | string[], Resource: string | string[]): Statement => ({ Effect: 'Allow', Action, Resource });

describe('policy evaluation', () => {
  it.each<{ case: string; statements: Statement[]; right: string }>([
    { case: 'nothing', statements: [], right: 'implicit-deny' },
    { case: 'the exact action and resource', statements: [allow('dynamodb:PutItem', TABLE)], right: 'allowed' },
    { case: 'the action in another case', statements: [allow('DynamoDB:putitem', TABLE)], right: 'allowed' },
    { case: 'another action', statements: [allow('dynamodb:GetItem', TABLE)], right: 'implicit-deny' },
    { case: 'another table', statements: [allow('dynamodb:PutItem', `${TABLE}2`)], right: 'implicit-deny' },
    { case: 'a wildcard in the action', statements: [allow('dynamodb:Put*', TABLE)], right: 'allowed' },
    { case: 'a wildcard in the resource', statements: [allow('dynamodb:PutItem', 'arn:aws:dynamodb:*:*:table/Ord*')], right: 'allowed' },
    { case: 'one character too few for ?', statements: [allow('dynamodb:PutItem', `${TABLE}?`)], right: 'implicit-deny' },
    { case: 'a list with the action', statements: [allow(['sqs:*', 'dynamodb:PutItem'], ['x', TABLE])], right: 'allowed' },
    { case: 'only the index of the table', statements: [allow('dynamodb:PutItem', `${TABLE}/index/*`)], right: 'implicit-deny' },
    {
      case: 'an explicit Deny beside Allow',
      statements: [allow('*', '*'), { Effect: 'Deny', Action: 'dynamodb:PutItem', Resource: '*' }],
      right: 'explicit-deny',
    },
    { case: 'NotAction', statements: [{ Effect: 'Allow', NotAction: 'dynamodb:PutItem', Resource: '*' }], right: 'implicit-deny' },
    {
      case: 'a conditional Deny, whose condition is not evaluated',
      statements: [allow('*', '*'), { Effect: 'Deny', Action: '*', Resource: '*', Condition: {} }],
      right: 'allowed',
    },
  ])('answers $right for $case', ({ statements, right }) => {
    expect(evaluate(statements, 'dynamodb:PutItem', TABLE)).toBe(right);
  });

  it('does not take a dot in an ARN for any character', () => {
    expect(evaluate([allow('sqs:SendMessage', 'a.fifo*')], 'sqs:SendMessage', 'aXfifo')).toBe('implicit-deny');
  });
});

describe('calls of functions', () => {
  const worker = { name: 'Shop-Worker', accessKeyId: 'ASIA0000000000000001', folder: 'worker' } as FunctionDefinition;
  const authorizer = (...statements: Statement[]) =>
    createAuthorizer(
      [worker],
      new Map([['Shop-Worker', { roleName: 'Shop-WorkerRole', functionName: 'Shop-Worker', folder: 'worker', statements }]]),
    );

  it('knows a function by the access key in the signature', () => {
    const signature =
      'AWS4-HMAC-SHA256 Credential=ASIA0000000000000001/20261129/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0';
    expect(authorizer().caller(signature)).toBe(worker);
  });

  it('knows nobody by any other key', () => {
    expect(authorizer().caller('AWS4-HMAC-SHA256 Credential=AKIAUSER/20261129/us-east-1/sqs/aws4_request')).toBeUndefined();
    expect(authorizer().caller(undefined)).toBeUndefined();
  });

  it("refuses what the role does not grant, in AWS's words", () => {
    expect(authorizer().check(worker, 'dynamodb', 'PutItem', { TableName: 'Orders' })).toBe(
      'User: arn:aws:sts::000000000000:assumed-role/Shop-WorkerRole/Shop-Worker is not authorized to perform: dynamodb:PutItem on resource: ' +
        'arn:aws:dynamodb:us-east-1:000000000000:table/Orders because no identity-based policy allows the dynamodb:PutItem action',
    );
  });

  it.each([
    {
      case: 'a batch by the single action',
      service: 'sqs',
      action: 'SendMessageBatch',
      input: { QueueUrl: 'http://x/000000000000/Q.fifo' },
      right: allow('sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:Q.fifo'),
    },
    {
      case: 'an index by its own ARN',
      service: 'dynamodb',
      action: 'Query',
      input: { TableName: 'Orders', IndexName: 'open' },
      right: allow('dynamodb:Query', `${TABLE}/index/open`),
    },
    {
      case: 'a table given by ARN',
      service: 'dynamodb',
      action: 'GetItem',
      input: { TableName: TABLE },
      right: allow('dynamodb:GetItem', TABLE),
    },
    {
      case: 'each table of a batch',
      service: 'dynamodb',
      action: 'BatchGetItem',
      input: { RequestItems: { Orders: {} } },
      right: allow('dynamodb:BatchGetItem', TABLE),
    },
    {
      case: 'a secret',
      service: 'secretsmanager',
      action: 'GetSecretValue',
      input: { ARN: 'arn:secret' },
      right: allow('secretsmanager:GetSecretValue', 'arn:secret'),
    },
  ])('allows $case, and only with that right', ({ service, action, input, right }) => {
    expect(authorizer(right).check(worker, service, action, input)).toBeUndefined();
    expect(authorizer().check(worker, service, action, input)).toContain('is not authorized to perform');
  });

  it('asks for the rights of reading, deleting and sending before a move task', () => {
    const dlq = 'arn:aws:sqs:us-east-1:000000000000:Dlq.fifo';
    const queue = 'arn:aws:sqs:us-east-1:000000000000:Q.fifo';
    const all = ['sqs:StartMessageMoveTask', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
    const start = (...statements: Statement[]) =>
      authorizer(...statements).check(worker, 'sqs', 'StartMessageMoveTask', { SourceArn: dlq, DestinationArn: queue });
    expect(start(allow(all, dlq), allow('sqs:SendMessage', queue))).toBeUndefined();
    expect(start(allow(all, dlq))).toContain('sqs:sendmessage');
    expect(start(allow(all.slice(0, 3), dlq), allow('sqs:SendMessage', queue))).toContain('sqs:getqueueattributes');
  });
});
