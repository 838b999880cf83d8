import { messageOf, OperationError } from '../../../ops/operation-error';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

it.each([
  ['an error of its own', new OperationError('There is no payment ord-1.'), 'There is no payment ord-1.'],
  [
    'missing credentials',
    named('CredentialsProviderError', 'Could not load credentials from any providers'),
    'There are no AWS credentials: name a profile with --profile, or log in (aws sso login).',
  ],
  [
    'expired credentials',
    named('ExpiredTokenException', 'The security token included in the request is expired'),
    'The AWS credentials have expired: log in again.',
  ],
  ['a missing Region', new Error('Region is missing'), 'There is no AWS Region: name one with --region.'],
  [
    'an error of AWS',
    named('AccessDeniedException', 'User: x is not authorized\nto perform: y'),
    'AccessDeniedException: User: x is not authorized to perform: y',
  ],
  [
    'a connection that failed',
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    'TypeError: fetch failed (connect ECONNREFUSED)',
  ],
  ['an error without a message', named('TimeoutError', ''), 'TimeoutError: no reason given'],
  ['what is no error', 'broken', 'broken'],
])('tells %s in one line', (_case, error, line) => {
  expect(messageOf(error)).toBe(line);
});
