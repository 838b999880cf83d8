import { drainContentBased, sendContentBased } from '../broken/content-based';
import type { Exhibit } from '../exhibit';

export const payloadKey: Exhibit = {
  title: 'The key is a digest of the payload',
  brokenSetup: 'Powertools without eventKeyJmesPath; a queue with content-based deduplication',
  brokenSource: 'payload-key.ts',
  shippedSetup: 'the key is the business event: order and attempt',

  async broken(scene) {
    const { order } = scene;
    await scene.invoke('payload-key', { ...order, traceId: 'trace-1' });
    await scene.invoke('payload-key', { ...order, traceId: 'trace-1' });
    scene.note(`the same bytes twice: ${await scene.books()}`);
    await scene.invoke('payload-key', { ...order, traceId: 'trace-2' });
    scene.note(`the retry carries a fresh trace id, so its digest is another: ${await scene.books()}`);

    const queueUrl = scene.queueUrl('content-based');
    const orders = [scene.anotherOrder(), scene.anotherOrder()];
    for (const each of orders) await sendContentBased(scene.sqs, queueUrl, each);
    const delivered = await drainContentBased(scene.sqs, queueUrl, scene.stripe);
    scene.note(
      `and the reverse: two orders with equal bodies, told apart by an attribute only; SQS delivers ${delivered} of ${orders.length}`,
    );
  },

  async shipped(scene) {
    const { order } = scene;
    const attempt = (trace: string) =>
      scene.pay(order, { traceparent: `00-${trace.repeat(32)}-${trace.repeat(16)}-01`, 'idempotency-key': `${trace}-${order.orderId}` });
    await attempt('1');
    const { status, headers } = await attempt('2');
    const replayed = headers.get('idempotency-replayed') === 'true' ? ', the stored answer' : '';
    scene.note(`the retry has another trace id and another token, and gets ${status}${replayed}: ${await scene.books()}`);
    const other = scene.anotherOrder();
    await scene.pay(other);
    scene.note(`a second order over the same amount is a payment of its own: ${await scene.books(other)}`);
  },

  remember: 'Derive the key from what the business means by "the same", not from the bytes that happened to carry it.',
};
