import { redriveScript } from '../broken/redrive-script';
import type { Exhibit } from '../exhibit';
import { deadLetters } from '../names';
import { count } from '../words';

export const redriveWithOldId: Exhibit = {
  title: 'The redrive script that keeps the deduplication id',
  brokenSetup: "receive from the DLQ, send under the event's id, delete",
  brokenSource: 'redrive-script.ts',
  shippedSetup: 'the redrive function copies a chosen order under an id of its own',

  async broken(scene) {
    const { order } = scene;
    const queueUrl = scene.queueUrl('redrive-script');
    const dlqUrl = scene.queueUrl(deadLetters('redrive-script'));
    await scene.breakAcquirer({ mode: 'down', orderId: order.orderId });
    await scene.send(queueUrl, JSON.stringify(order), order.orderId, order.orderId);
    await scene.wait('PT2M');
    await scene.breakAcquirer({ mode: 'none' });
    scene.note(`the provider was down; ${count(await scene.inQueue(dlqUrl), 'message')} in the DLQ`);
    const moved = await redriveScript(scene.sqs, dlqUrl, queueUrl);
    scene.note(`the provider is back, and the script moves ${count(moved, 'message')}: SQS answers 200`);
    await scene.wait('PT1H');
    scene.note(
      `an hour later: ${count(await scene.inQueue(queueUrl), 'message')} in the queue, ${await scene.inQueue(dlqUrl)} in the DLQ, ${await scene.books()}`,
    );
  },

  async shipped(scene) {
    const { order } = scene;
    const { ChargeDlqUrl: dlqUrl = '', RedriveFunctionName: redrive = '' } = scene.outputs;
    await scene.breakAcquirer({ mode: 'down', orderId: order.orderId });
    await scene.pay();
    await scene.wait('PT4M');
    await scene.breakAcquirer({ mode: 'none' });
    scene.note(`the provider was down; ${count(await scene.inQueue(dlqUrl), 'message')} in the DLQ`);
    const { moved: copied } = await scene.invoke<{ moved: number }>(redrive, { action: 'start', orderIds: [order.orderId] });
    await scene.idle();
    scene.note(
      `the provider is back, and the redrive function copies ${count(copied, 'message')} under a fresh id: ${await scene.books()}`,
    );
    return copied > 0 ? { layer: 'Redrive (a fresh deduplication id)' } : undefined;
  },

  remember: 'Inside five minutes SQS says yes to a deduplication id it knows, and delivers nothing.',
};
