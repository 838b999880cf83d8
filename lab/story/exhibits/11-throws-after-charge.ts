import type { Exhibit } from '../exhibit';
import { deadLetters } from '../names';
import { count } from '../words';

export const throwsAfterCharge: Exhibit = {
  title: 'A handler that throws after the charge, so that its record is deleted',
  brokenSetup: 'charge and receipt inside one Powertools wrapper',
  brokenSource: 'throws-after-charge.ts',
  shippedSetup: 'the write after the charge fails and the function throws',

  async broken(scene) {
    const { order } = scene;
    await scene.breakCall({ function: 'throws-after-charge', service: 'sqs', action: 'SendMessage', effect: 'error', times: 5 });
    await scene.send(scene.queueUrl('throws-after-charge'), JSON.stringify(order), order.orderId, order.orderId);
    scene.note(`the card is charged, the receipt fails, Powertools deletes the record: ${await scene.books()}`);
    await scene.wait('PT15M');
    const dead = await scene.inQueue(scene.queueUrl(deadLetters('throws-after-charge')));
    scene.note(`each of the five receives is new work: ${await scene.books()}, and ${count(dead, 'message')} in the DLQ`);
  },

  async shipped(scene) {
    // Both tries of the SDK to write down what was charged.
    await scene.breakCall({ function: 'charge', service: 'dynamodb', action: 'UpdateItem', effect: 'error', nth: 2, times: 2 });
    await scene.pay();
    const deleted = (await scene.callsSince('charge')).filter(({ action }) => action === 'DeleteItem');
    scene.note(
      `the card is charged, the row cannot be written, Powertools deletes the record (${count(deleted.length, 'deletion')}): ${await scene.books()}`,
    );
    await scene.wait('PT1M');
    scene.note(`the message comes back; the row still holds the charge's id: ${await scene.books()}`);
  },

  remember: 'Throwing tells the guard that nothing happened; never throw over work that cannot be taken back.',
};
