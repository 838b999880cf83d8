import type { Request, Send } from '../../../ops/client/http';
import { paymentsApi } from '../../../ops/client/payments-api';

/** An API that keeps what it is sent, and always answers the same. */
function recorded(status: number, text: string) {
  const sent: { url: string; request: Request }[] = [];
  const send: Send = async (url, request) => {
    sent.push({ url, request });
    return { status, headers: new Headers(), text };
  };
  return { sent, payments: paymentsApi('http://127.0.0.1:3000/sandbox/', send) };
}

it('posts a body as it is, with its headers', async () => {
  const { sent, payments } = recorded(202, '{"orderId":"ord-1","status":"accepted"}');
  const answer = await payments.post({ orderId: 'ord-1' }, { 'idempotency-key': 'key-1' });
  expect(answer).toMatchObject({ status: 202, json: { orderId: 'ord-1', status: 'accepted' } });
  expect(sent).toEqual([
    {
      url: 'http://127.0.0.1:3000/sandbox/payments',
      request: { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' }, body: '{"orderId":"ord-1"}' },
    },
  ]);
});

it('gives a refusal back as an answer', async () => {
  const { sent, payments } = recorded(404, '{"type":"payment-not-found"}');
  expect(await payments.get('ord-1')).toMatchObject({ status: 404, json: { type: 'payment-not-found' } });
  expect(sent.map(({ url }) => url)).toEqual(['http://127.0.0.1:3000/sandbox/payments/ord-1']);
});

it('fails on an answer that is not JSON', async () => {
  await expect(recorded(502, '<html>').payments.get('ord-1')).rejects.toThrow(SyntaxError);
});
