import { logged } from '../../testing/logged';
import { payment, until } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';
import { typed } from '../../testing/typed';

let shop: RedriveShop;
beforeAll(async () => {
  shop = await startRedriveShop();
}, 120_000);
afterEach(() => shop.reset());
afterAll(() => shop?.close());

const run = (command: string, answer?: string) =>
  typed([...command.split(' '), '--simulator', shop.simulator.addresses.api, '--json'], answer);
const listed = async (): Promise<{ orderId: string; messageId: string; verdict: string }[]> =>
  JSON.parse((await run('dlq list')).stdout).messages;
/** The record of what was deleted, as it stands in the redrive function's log. */
const records = (messageId: string) =>
  until(async () => {
    const lines = (await logged('redrive', shop.simulator.data)).split('\n');
    const found = lines.filter((line) => line.includes('discarding dead letters') && line.includes(messageId));
    return found.length > 0 ? found.map((line) => JSON.parse(line.slice(line.indexOf('{')))) : undefined;
  });

it('deletes what no payment needs once a person agrees, keeps what is open, and leaves a record without a body', async () => {
  const [open = '', charged = ''] = shop.newOrders(2);
  await shop.post(payment(charged));
  await shop.settled(charged);
  await shop.failInto('down', [open]);
  await shop.fault({ mode: 'none' });
  await shop.bury([
    { groupId: 'a', body: 'pm_of_nobody' },
    { groupId: 'b', body: JSON.stringify(payment('ord-ghost')) },
    { groupId: charged, body: JSON.stringify(payment(charged)) },
    // Forged: the payment is open, and its own message is another.
    { groupId: 'c', body: JSON.stringify(payment(open, { amount: 1 })) },
  ]);
  const before = await listed();
  expect(before.map(({ verdict }) => verdict).sort()).toEqual(['differs', 'settled', 'to-be-charged', 'unknown', 'unreadable']);
  const idOf = (verdict: string) => before.find((message) => message.verdict === verdict)!.messageId;
  const all = before.map(({ messageId }) => messageId).join(',');

  // Nobody is there to agree, or somebody says no.
  expect((await run(`dlq discard --messages ${all}`)).exitCode).toBe(3);
  expect((await run(`dlq discard --messages ${all}`, 'no')).exitCode).toBe(3);
  expect(await shop.inDlq()).toBe(5);

  const { stdout, stderr, exitCode } = await run(`dlq discard --messages ${all}`, 'y');
  expect(stderr).toContain('Delete 4 for good? [y/N]');
  expect(JSON.parse(stdout)).toMatchObject({
    result: 'discarded',
    refused: [{ orderId: open, messageId: idOf('to-be-charged'), verdict: 'to-be-charged' }],
    notFound: [],
    complete: true,
  });
  expect(exitCode).toBe(3);
  expect(await listed()).toMatchObject([{ orderId: open }]);

  const kept = await records(idOf('unknown'));
  expect(kept.flatMap(({ messages }) => messages)).toHaveLength(4);
  for (const record of kept) expect(record.requestedBy).toMatch(/./);
  expect(JSON.stringify(kept)).not.toMatch(/pm_|1999/);

  // What was kept is charged once.
  await run(`dlq redrive --orders ${open}`);
  await shop.advance('PT1M');
  expect(await shop.charges(open)).toHaveLength(1);
});

it('--yes does not ask, --dry-run deletes nothing, and what is gone is not found', async () => {
  await shop.bury([{ groupId: 'a', body: 'hello' }]);
  const [message] = await listed();
  const discard = `dlq discard --messages ${message!.messageId}`;
  expect(await run(`${discard} --dry-run`)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"result":"dry-run"') });
  expect(await shop.inDlq()).toBe(1);
  expect(await run(`${discard} --yes`)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"result":"discarded"') });
  expect(await shop.inDlq()).toBe(0);
  expect(await run(`${discard} --yes`)).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('"notFound":["') });
});
