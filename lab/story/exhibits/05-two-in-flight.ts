import type { SQSBatchResponse } from 'aws-lambda';
import { recordsCompletions } from '../broken/records-completions';
import type { Exhibit } from '../exhibit';
import { interleave } from '../interleave';
import { chargeEvent } from '../scene';
import { count } from '../words';

export const twoInFlight: Exhibit = {
  title: 'Two copies in flight, and a guard that records only completions',
  brokenSetup: 'look whether it is done, charge, record that it is done',
  brokenSource: 'records-completions.ts',
  shippedSetup: 'the record is written before the work; in progress is a failure to report, never an outcome',

  async broken(scene) {
    const worker = () => recordsCompletions(scene.dynamodb, scene.stripe, scene.order);
    await interleave(worker(), worker());
    scene.note(`two copies look at the same moment, and neither finds a record: ${await scene.books()}`);
    await interleave(worker());
    scene.note(`a third copy finds the record and does nothing: ${await scene.books()}`);
  },

  async shipped(scene) {
    await scene.breakCall({
      function: 'charge',
      service: 'acquirer',
      action: 'POST /v1/payment_intents/{id}/confirm',
      effect: 'kill-before',
    });
    await scene.pay();
    scene.note(`the first copy is cut off in the middle of its work: ${await scene.books()}`);
    const { batchItemFailures } = await scene.invoke<SQSBatchResponse>(scene.outputs.ChargeFunctionName!, chargeEvent(scene.order));
    scene.note(
      `a second copy finds the record in progress and gives its message back (${count(batchItemFailures.length, 'failure')} reported)`,
    );
    await scene.wait('PT3M');
    scene.note(`the lease has ended, the first message comes back: ${await scene.books()}`);
  },

  remember: 'A guard that is written at the end lets in everyone who came before the end.',
};
