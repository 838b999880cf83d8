import type { Exhibit } from '../exhibit';
import { deadLetters } from '../names';
import { count } from '../words';

export const forgottenKey: Exhibit = {
  title: 'The provider forgets its idempotency key after 24 hours',
  brokenSetup: "the order id is Stripe's idempotency key, and the only guard",
  brokenSource: 'forgotten-key.ts',
  shippedSetup: 'the charge is confirmed by its own id, which does not expire',

  async broken(scene) {
    const { order } = scene;
    const dlqUrl = scene.queueUrl(deadLetters('forgotten-key'));
    await scene.breakCall({ function: 'forgotten-key', service: 'sqs', action: 'SendMessage', effect: 'error', times: 5 });
    await scene.send(scene.queueUrl('forgotten-key'), JSON.stringify(order), order.orderId, order.orderId);
    await scene.wait('PT15M');
    scene.note(
      `the receipt fails five times; under one key the provider charges once: ${await scene.books()}, ${count(await scene.inQueue(dlqUrl), 'message')} in the DLQ`,
    );
    await scene.wait('PT25H');
    await scene.redrive(dlqUrl);
    await scene.wait('PT1M');
    scene.note(`a day later the DLQ is redriven, under the same key, which is forgotten: ${await scene.books()}`);
  },

  async shipped(scene) {
    const { order } = scene;
    const { ChargeDlqUrl: dlqUrl = '' } = scene.outputs;
    await scene.breakAcquirer({ mode: 'lose_answer', orderId: order.orderId });
    await scene.pay();
    await scene.wait('PT16M');
    await scene.breakAcquirer({ mode: 'none' });
    scene.note(`the answers of the provider are lost; the message is in the DLQ: ${await scene.books()}`);
    await scene.wait('PT25H');
    await scene.redrive(dlqUrl);
    await scene.wait('PT1M');
    scene.note(`a day later the DLQ is redriven; the worker asks about the id in the row: ${await scene.books()}`);
  },

  remember: "An idempotency key is a promise with a date on it; an object's own id has none.",
};
