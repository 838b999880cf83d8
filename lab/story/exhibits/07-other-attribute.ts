import { otherAttribute } from '../broken/other-attribute';
import type { Exhibit } from '../exhibit';
import { interleave } from '../interleave';
import { messageOf } from '../scene';
import { count } from '../words';

export const otherAttributeCondition: Exhibit = {
  title: 'A condition on another attribute than the one that is updated',
  brokenSetup: 'SET status = charging, on condition that chargeId does not exist',
  brokenSource: 'other-attribute.ts',
  shippedSetup: 'SET status = charging, on condition that status is accepted',

  async broken(scene) {
    const worker = () => otherAttribute(scene.dynamodb, scene.stripe, scene.order);
    await interleave(worker(), worker());
    scene.note(`two workers claim the order; both conditions hold, for chargeId comes later: ${await scene.books()}`);
  },

  async shipped(scene) {
    const { order } = scene;
    await scene.breakCall({ function: 'charge', service: 'dynamodb', action: 'UpdateItem', effect: 'lose-reply' });
    await scene.pay();
    const refused = (await scene.callsSince('charge')).filter(({ outcome }) => outcome === 'ConditionalCheckFailedException');
    scene.note(
      `the reply to the claim is lost and the SDK claims again: ${count(refused.length, 'claim')} refused, recognised as our own, and ${await scene.books()}`,
    );
    await scene.wait('P42D');
    await scene.send(scene.outputs.ChargeQueueUrl!, messageOf(order), order.orderId, `later-${order.orderId}`);
    scene.note(`the message once more, when the guard has forgotten; the row has not: ${await scene.books()}`);
  },

  remember: 'A condition makes an update safe to repeat only when it is on the attribute that the update changes.',
};
