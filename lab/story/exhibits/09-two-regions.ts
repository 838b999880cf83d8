import { type AttributeValue, DeleteItemCommand, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { payWithToken } from '../broken/regional-token';
import type { Exhibit } from '../exhibit';
import { paymentOf, type Scene } from '../scene';

export const twoRegions: Exhibit = {
  title: 'A client token in a second Region, and with other parameters',
  brokenSetup: 'the token decides, each Region has a table of tokens, and nobody compares what came with it',
  brokenSource: 'regional-token.ts',
  shippedSetup: 'the order decides, the token is compared; one Region',

  async broken(scene) {
    const { order, dynamodb, stripe } = scene;
    const token = `token-${order.orderId}`;
    await payWithToken(dynamodb, 'tokens-frankfurt', stripe, token, order);
    scene.note(`Frankfurt takes the payment: ${await scene.books()}`);
    await payWithToken(dynamodb, 'tokens-dublin', stripe, token, order);
    scene.note(`after a failover the client repeats it in Dublin, which has never seen the token: ${await scene.books()}`);
    const other = scene.anotherOrder();
    const answer = await payWithToken(dynamodb, 'tokens-frankfurt', stripe, token, other);
    scene.note(`the token is used for another order by mistake: the answer is "${answer}", and there are ${await scene.books(other)}`);
  },

  async shipped(scene) {
    const { order } = scene;
    const token = { 'idempotency-key': `token-${order.orderId}` };
    await scene.pay(order, token);
    await scene.pay(order, token);
    scene.note(`the payment and its repeat: ${await scene.books()}`);
    const { status } = await scene.post({ ...paymentOf(order), amount: order.amount + 1 }, token);
    scene.note(`the token with another amount is refused with ${status}`);
    scene.note(await withoutThisRegionsTables(scene));
  },

  remember: 'A token is only as wide as the table it is kept in: decide which Region owns an order before the failover does.',
};

/** What the scope of one Region means, tried out: a second Region's ledger and guard are empty. */
async function withoutThisRegionsTables(scene: Scene): Promise<string> {
  const order = { ...scene.order, orderId: `${scene.order.orderId}-2` };
  await scene.pay(order);
  const { TableNames = [] } = await scene.dynamodb.send(new ListTablesCommand({}));
  for (const TableName of TableNames.filter((name) => name.startsWith('PaymentsStack-'))) {
    const { Items = [] } = await scene.dynamodb.send(new ScanCommand({ TableName }));
    const keys = Items.map(
      ({ id, orderId, attempt }): Record<string, AttributeValue> => (id ? { id } : { orderId: orderId!, attempt: attempt! }),
    );
    for (const Key of keys) await scene.dynamodb.send(new DeleteItemCommand({ TableName, Key }));
  }
  await scene.wait('PT25H');
  await scene.pay(order);
  return `not covered: the same order a day later in a Region whose tables do not know it: ${await scene.books(order)}`;
}
