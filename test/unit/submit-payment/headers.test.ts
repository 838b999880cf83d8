import { headerValues } from '../../../functions/shared/headers';

describe('headerValues', () => {
  it.each([
    { case: 'no headers at all', request: {}, values: [] },
    { case: 'null, as API Gateway sends for none', request: { headers: null as never, multiValueHeaders: null as never }, values: [] },
    { case: 'another header', request: { headers: { Accept: '*/*' }, multiValueHeaders: { Accept: ['*/*'] } }, values: [] },
    { case: 'one value', request: { headers: { 'Idempotency-Key': 'k' }, multiValueHeaders: { 'Idempotency-Key': ['k'] } }, values: ['k'] },
    { case: 'a name in another case', request: { multiValueHeaders: { 'IDEMPOTENCY-KEY': ['k'] } }, values: ['k'] },
    {
      case: 'several values',
      request: { headers: { 'Idempotency-Key': 'b' }, multiValueHeaders: { 'Idempotency-Key': ['a', 'b'] } },
      values: ['a', 'b'],
    },
    {
      case: 'one name in two cases',
      request: { multiValueHeaders: { 'Idempotency-Key': ['a'], 'idempotency-key': ['b'] } },
      values: ['a', 'b'],
    },
    { case: 'headers alone', request: { headers: { 'idempotency-key': 'k' } }, values: ['k'] },
    { case: 'an undefined value', request: { headers: { 'idempotency-key': undefined } }, values: [] },
    { case: 'an empty value', request: { headers: { 'idempotency-key': '' } }, values: [''] },
  ])('reads $case', ({ request, values }) => {
    expect(headerValues(request, 'idempotency-key')).toEqual(values);
  });
});
