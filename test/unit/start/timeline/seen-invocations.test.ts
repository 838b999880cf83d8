import { seeInvocation } from '../../../../lab/start/timeline/seen-invocations';
import { createSubjects } from '../../../../lab/start/timeline/subjects';

it('says whom a POST is about', () => {
  const payload = '{"httpMethod":"POST","path":"/payments","body":"{\\"orderId\\":\\"ord-1\\"}"}';
  expect(seeInvocation(payload, createSubjects())).toEqual({ subjects: [{ orderId: 'ord-1', attempt: 1 }], request: 'POST /payments' });
});

it.each([
  '{"httpMethod":"POST","body":1,"isBase64Encoded":true}',
  '{"httpMethod":"POST","body":{"a":1}}',
  '{"Records":[null]}',
  '{"Records":[1,"a",{"body":1},{"body":"{}","attributes":null}]}',
  '{"Records":{}}',
  'null',
])('is about nobody when it is %s, and does not fail', (payload) => {
  expect(seeInvocation(payload, createSubjects())).toEqual({ subjects: [] });
});
