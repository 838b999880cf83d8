import { post } from '../../testing/world/client';
import type { CallFault } from '../../testing/world/computer';
import { runUntilQuiet } from '../../testing/world/running';
import { deliver } from '../../testing/world/worker';
import { createWorld, inVirtualTime } from '../../testing/world/world';

const DAY_MS = 86_400_000;
const attempt = (n: number, paymentMethod: string) =>
  JSON.stringify({ orderId: 'ord-1', attempt: n, amount: 1999, currency: 'EUR', paymentMethod });

describe('a worker that comes to the next message of a group with no time left, and dies', () => {
  it('does not block that payment for the life of a guard record', async () => {
    const world = createWorld();
    const frozen: CallFault[] = [{ kind: 'freeze', delayMs: 40_000 }, { kind: 'kill-after' }];
    await inVirtualTime(world, async () => {
      await post(world, attempt(1, 'pm_card_chargeDeclined'));
      deliver(world, { losesDelete: true });
      await world.clock.advance(10_000);
      await post(world, attempt(2, 'pm_card_visa'));
      await world.clock.advance(180_000);
      deliver(world, { outlivesDeadline: true, faults: frozen });
      await world.clock.advance(240_000);
      await runUntilQuiet(world, DAY_MS);
    });
    expect(world.ledger.rows().map(({ status }) => status)).toEqual(['declined', 'charged']);
  });
});
