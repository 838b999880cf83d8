import { post } from '../../testing/world/client';
import { QUEUE } from '../../testing/world/queues';
import { runFor } from '../../testing/world/running';
import { deliver } from '../../testing/world/worker';
import { createWorld, inVirtualTime, type World } from '../../testing/world/world';

const EVENT = { orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };

/** A message with another amount, in a group of its own, that a worker gets first. */
async function forgedFirst(world: World, faults: Parameters<typeof deliver>[1]): Promise<void> {
  const MessageBody = JSON.stringify({ ...EVENT, amount: 1 });
  world.queues.call('SendMessage', { QueueUrl: QUEUE.url, MessageBody, MessageGroupId: 'forged', MessageDeduplicationId: 'forged-1' });
  deliver(world, faults);
  await post(world, JSON.stringify(EVENT));
}

async function statusAfter(prepare: (world: World) => Promise<void>) {
  const world = createWorld();
  await inVirtualTime(world, async () => {
    await prepare(world);
    await runFor(world, 600_000);
  });
  return { status: world.ledger.rows()[0]?.status, dlq: world.queues.bodies().dlq.map((body) => JSON.parse(body).amount) };
}

describe('a message with a forged amount, ahead of the genuine one', () => {
  it('does not take the genuine one with it when its worker dies', async () => {
    const dies = (world: World) => forgedFirst(world, { faults: [{ kind: 'kill-after' }] });
    expect(await statusAfter(dies)).toEqual({ status: 'charged', dlq: [1] });
  });

  it('does not take the genuine one with it when both are worked on at once', async () => {
    const isSlow = (world: World) => forgedFirst(world, { faults: [{ kind: 'late-reply', delayMs: 2_000 }] });
    expect(await statusAfter(isSlow)).toEqual({ status: 'charged', dlq: [1] });
  });
});
