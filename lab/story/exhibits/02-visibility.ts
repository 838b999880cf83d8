import { containerWorker } from '../broken/short-visibility';
import type { Exhibit } from '../exhibit';
import { count } from '../words';

export const visibility: Exhibit = {
  title: 'The visibility time-out ends while the worker is still busy',
  brokenSetup: 'workers in containers; the queue hides a message for 30 s',
  brokenSource: 'short-visibility.ts',
  shippedSetup: 'the queue hides a message for six time-outs of the function, 3 minutes',

  async broken(scene) {
    const queueUrl = scene.queueUrl('short-visibility');
    await scene.send(queueUrl, JSON.stringify(scene.order), scene.order.orderId, scene.order.orderId);
    const slow = containerWorker(scene.sqs, queueUrl, scene.stripe);
    await slow.next();
    scene.note(`worker A charges the card, and then hangs: ${await scene.books()}`);
    await scene.wait('PT45S');
    const second = containerWorker(scene.sqs, queueUrl, scene.stripe);
    await second.next();
    scene.note(`the message was hidden for 30 s only; worker B receives it: ${await scene.books()}`);
    await second.next();
    await slow.next();
  },

  async shipped(scene) {
    const confirm = 'POST /v1/payment_intents/{id}/confirm';
    await scene.breakCall({ function: 'charge', service: 'acquirer', action: confirm, effect: 'kill-after' });
    await scene.pay();
    scene.note(`the worker charges the card and is killed: ${await scene.books()}`);
    await scene.wait('PT45S');
    const deliveries = (await scene.callsSince('charge')).filter(({ action }) => action === confirm).length;
    scene.note(`the message is still hidden; nobody else has touched it (${count(deliveries, 'confirmation')})`);
    await scene.wait('PT2M15S');
    scene.note(
      `it is delivered again; the row holds the charge's id, and the provider says that it is charged already: ${await scene.books()}`,
    );
  },

  remember: 'A visibility time-out is a guess about how long work takes; make it six function time-outs, and survive being wrong.',
};
