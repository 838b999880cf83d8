import type { Exhibit } from '../exhibit';
import { count } from '../words';

export const crashAfterCharge: Exhibit = {
  title: 'The crash between the charge and its record',
  brokenSetup: 'Powertools with every setting right, and no idempotency key at the provider',
  brokenSource: 'wrapped-worker.ts',
  shippedSetup: "the charge's id is recorded before money can move, and confirmed by that id",

  async broken(scene) {
    const { order } = scene;
    await scene.breakCall({
      function: 'crash-after-charge',
      service: 'acquirer',
      action: 'POST /v1/payment_intents',
      effect: 'kill-after',
    });
    await scene.send(scene.queueUrl('crash-after-charge'), JSON.stringify(order), order.orderId, order.orderId);
    scene.note(`the card is charged and the process dies; the record says in progress: ${await scene.books()}`);
    await scene.wait('PT3M');
    scene.note(`the lease has ended and the message comes back, as new work: ${await scene.books()}`);
  },

  async shipped(scene) {
    await scene.breakCall({
      function: 'charge',
      service: 'acquirer',
      action: 'POST /v1/payment_intents/{id}/confirm',
      effect: 'kill-after',
    });
    await scene.pay();
    scene.note(`the card is charged and the process dies; the row says charging, and under which id: ${await scene.books()}`);
    await scene.wait('PT3M');
    const asked = (await scene.callsSince('charge')).filter(({ action }) => action === 'GET /v1/payment_intents/{id}');
    scene.note(
      `the message comes back; the worker asks about the id before it confirms (${count(asked.length, 'question')}): ${await scene.books()}`,
    );
  },

  remember: "No record can be written in the same instant as somebody else's charge; write the id down before.",
};
