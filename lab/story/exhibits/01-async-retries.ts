import type { Exhibit } from '../exhibit';
import { chargeEvent } from '../scene';

export const asyncRetries: Exhibit = {
  title: 'Lambda retries an asynchronous invocation',
  brokenSetup: 'a function that charges and then sends a receipt, invoked asynchronously',
  brokenSource: 'async-retries.ts',
  shippedSetup: 'the charge function, invoked asynchronously',

  async broken(scene) {
    await scene.breakCall({ function: 'async-retries', service: 'sqs', action: 'SendMessage', effect: 'error', times: 3 });
    await scene.invokeAsync('async-retries', scene.order);
    scene.note(`the card is charged, the receipt fails, the function throws: ${await scene.books()}`);
    await scene.wait('PT1M');
    scene.note(`Lambda runs the event again: ${await scene.books()}`);
    await scene.wait('PT2M');
    scene.note(`and a third time: ${await scene.books()}`);
  },

  async shipped(scene) {
    // Both tries of the SDK: the row is written, and no message is sent.
    await scene.breakCall({ function: 'submit-payment', service: 'sqs', action: 'SendMessage', effect: 'error', times: 2 });
    const { status } = await scene.pay();
    scene.note(`the queue is out of order: the API answers ${status}, and the payment's row is written`);
    const dies = { function: 'charge', service: 'acquirer', effect: 'kill-after' } as const;
    await scene.breakCall({ ...dies, action: 'POST /v1/payment_intents/{id}/confirm' });
    await scene.breakCall({ ...dies, action: 'GET /v1/payment_intents/{id}' });
    await scene.invokeAsync(scene.outputs.ChargeFunctionName!, chargeEvent(scene.order));
    scene.note(`an operator invokes the charge function; it dies right after the charge: ${await scene.books()}`);
    await scene.wait('PT1M');
    scene.note("Lambda runs the event again; the function finds the charge's id in the row, asks the provider about it, and dies again");
    await scene.wait('PT2M');
    scene.note(`the third run asks again and writes down what it hears: ${await scene.books()}`);
  },

  remember: 'An asynchronous invocation runs up to three times; whatever you do before you throw, you do three times.',
};
