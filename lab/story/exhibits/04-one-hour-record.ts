import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { Exhibit } from '../exhibit';
import { deadLetters } from '../names';
import { messageOf } from '../scene';
import { count } from '../words';

export const oneHourRecord: Exhibit = {
  title: 'The one-hour record, and the dead-letter queue replayed next morning',
  brokenSetup: 'Powertools with its default life of one hour; a batch fails as a whole',
  brokenSource: 'one-hour-record.ts',
  shippedSetup: 'records live 41 days, longer than two redrives can take; a batch fails in part',

  async broken(scene) {
    const { order } = scene;
    const QueueUrl = scene.queueUrl('one-hour-record');
    const dlqUrl = scene.queueUrl(deadLetters('one-hour-record'));
    const bodies = [JSON.stringify(order), 'not JSON'];
    const entry = (MessageBody: string, index: number) => {
      const id = `${index}-${order.orderId}`;
      return { Id: id, MessageBody, MessageGroupId: id, MessageDeduplicationId: id };
    };
    await scene.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: bodies.map(entry) }));
    await scene.idle();
    scene.note(`a good and an unreadable message share a batch; the good one is charged, the batch fails: ${await scene.books()}`);
    await scene.wait('PT15M');
    scene.note(
      `after five receives ${count(await scene.inQueue(dlqUrl), 'message')} are in the DLQ; the record answered each repeat: ${await scene.books()}`,
    );
    await scene.wait('PT14H');
    await scene.redrive(dlqUrl);
    await scene.wait('PT1M');
    scene.note(`next morning the DLQ is redriven, and the record is gone: ${await scene.books()}`);
  },

  async shipped(scene) {
    const { ChargeQueueUrl: queueUrl = '', ChargeDlqUrl: dlqUrl = '' } = scene.outputs;
    const { order } = scene;
    const before = await scene.inQueue(dlqUrl);
    await Promise.all([scene.pay(), scene.send(queueUrl, 'not JSON', `poison-${order.orderId}`, `poison-${order.orderId}`)]);
    await scene.wait('PT15M');
    scene.note(
      `of a good and an unreadable message ${count((await scene.inQueue(dlqUrl)) - before, 'message')} is in the DLQ; the other is charged: ${await scene.books()}`,
    );
    await scene.wait('PT14H');
    await scene.redrive(dlqUrl);
    await scene.send(queueUrl, messageOf(order), order.orderId, `morning-${order.orderId}`);
    await scene.wait('PT1M');
    scene.note(`next morning everything is sent once more, the good one too: ${await scene.books()}`);
    // Until SQS drops the unreadable message, so that nothing is left for another exhibit.
    await scene.wait('P15D');
  },

  remember: 'A record must live longer than the last replay: queue retention, DLQ retention and the people between them, not an hour.',
};
