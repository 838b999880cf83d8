import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Exhibit } from '../exhibit';
import { count, money } from '../words';

const BALANCE = 5000;

export const balanceCounter: Exhibit = {
  title: 'A balance kept by an atomic counter',
  brokenSetup: 'ADD balance :minus, and the retries of the AWS SDK',
  brokenSource: 'balance-counter.ts',
  shippedSetup: 'a row for each payment, and every change a conditional write on it',

  async broken(scene) {
    const { orderId, amount } = scene.order;
    const wallet = { TableName: 'wallets', Key: { id: { S: orderId } } };
    await scene.dynamodb.send(new PutItemCommand({ TableName: 'wallets', Item: { ...wallet.Key, balance: { N: String(BALANCE) } } }));
    scene.note(`the balance is ${money(BALANCE)}; a payment of ${money(amount)} is made`);
    await scene.breakCall({ function: 'balance-counter', service: 'dynamodb', action: 'UpdateItem', effect: 'lose-reply' });
    await scene.invoke('balance-counter', scene.order);
    const { Item } = await scene.dynamodb.send(new GetItemCommand({ ...wallet, ConsistentRead: true }));
    const left = Number(Item!.balance!.N);
    scene.note(`the reply to the update is lost and the SDK repeats it: ${money(left)} is left`);
    return { debits: (BALANCE - left) / amount };
  },

  async shipped(scene) {
    // The second update is the record of the charge.
    await scene.breakCall({ function: 'charge', service: 'dynamodb', action: 'UpdateItem', effect: 'lose-reply', nth: 2 });
    await scene.pay();
    const refused = (await scene.callsSince('charge')).filter(({ outcome }) => outcome === 'ConditionalCheckFailedException');
    scene.note(
      `the reply to the update is lost and the SDK repeats it: ${count(refused.length, 'update')} refused, recognised as our own, and ${await scene.books()}`,
    );
    return refused.length > 0 ? { layer: 'Ledger (the repeated write is refused)' } : undefined;
  },

  remember: 'Atomic is not idempotent: a counter cannot tell a retry from a second payment.',
};
