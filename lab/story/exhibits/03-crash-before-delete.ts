import type { Exhibit } from '../exhibit';
import { count } from '../words';

export const crashBeforeDelete: Exhibit = {
  title: 'FIFO is believed to be exactly-once: a crash before the delete',
  brokenSetup: 'a FIFO queue with a deduplication id, and a function that trusts it',
  brokenSource: 'plain-worker.ts',
  shippedSetup: 'the charge function dies when all is written and the message is not yet deleted',

  async broken(scene) {
    const { order } = scene;
    const queueUrl = scene.queueUrl('crash-before-delete');
    await scene.breakCall({
      function: 'crash-before-delete',
      service: 'acquirer',
      action: 'POST /v1/payment_intents',
      effect: 'kill-after',
    });
    await scene.send(queueUrl, JSON.stringify(order), order.orderId, order.orderId);
    scene.note(`the function charges and dies before SQS can delete the message: ${await scene.books()}`);
    await scene.wait('PT1M');
    await scene.send(queueUrl, JSON.stringify(order), order.orderId, order.orderId);
    scene.note(`a second send under the same id is dropped, as promised: ${count(await scene.inQueue(queueUrl), 'message')} in the queue`);
    await scene.wait('PT2M');
    scene.note(`the first message is delivered again: ${await scene.books()}`);
  },

  async shipped(scene) {
    // Claimed, settled, and the guard's record completed: the third update is the last.
    await scene.breakCall({ function: 'charge', service: 'dynamodb', action: 'UpdateItem', effect: 'kill-after', nth: 3 });
    await scene.pay();
    scene.note(`the function charges, writes all down and dies before SQS can delete the message: ${await scene.books()}`);
    await scene.wait('PT3M');
    scene.note(`the message is delivered again, and answered from the record: ${await scene.books()}`);
  },

  remember: 'FIFO deduplicates what you send, for five minutes; what it delivers, it delivers at least once.',
};
