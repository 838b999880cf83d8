import { checkout } from '../broken/unkeyed-client';
import type { Exhibit } from '../exhibit';

export const clientTimeOut: Exhibit = {
  title: 'A time-out at the client',
  brokenSetup: 'the request charges, and the client sends again when no answer comes',
  brokenSource: 'unkeyed-client.ts',
  shippedSetup: 'the request creates a row by one conditional put; a repeat gets the stored answer',

  async broken(scene) {
    const { order, stripe } = scene;
    await scene.breakAcquirer({ mode: 'lose_answer', orderId: order.orderId, times: 1 });
    const first = await checkout(stripe, order);
    scene.note(`the client sees: ${first}. Was the card charged? It cannot know: ${await scene.books()}`);
    const second = await checkout(stripe, order);
    scene.note(`it sends again and sees: ${second}; ${await scene.books()}`);
  },

  async shipped(scene) {
    await scene.breakCall({ function: 'submit-payment', service: 'sqs', action: 'SendMessage', effect: 'kill-after' });
    const first = await scene.pay();
    scene.note(`the API dies when row and message are written; the client sees ${first.status}`);
    const second = await scene.pay();
    const replayed = second.headers.get('idempotency-replayed') === 'true' ? ', the stored answer' : '';
    scene.note(`it sends again and gets ${second.status}${replayed}: ${await scene.books()}`);
  },

  remember: 'Make the ambiguous answer harmless: a client that may always ask again needs no luck.',
};
