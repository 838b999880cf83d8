import { integer, type Random } from '../../../lab/bench/random';

/** One order as its customer means it. */
export interface Order {
  readonly orderId: string;
  readonly amount: number;
  readonly paymentMethod: 'pm_card_visa' | 'pm_card_chargeDeclined';
}

/** One request that a client will make, and repeat until it has an answer. */
export interface Post {
  readonly order: Order;
  /** Differs from the order's own in the few requests that contradict it. */
  readonly amount: number;
}

const DECLINED_SHARE = 0.05;
const CONTRADICTING_SHARE = 0.02;
/** Posts of a round between an original and a duplicate that comes later in it. */
const LATER = 400;

function orderOf(index: number, random: Random): Order {
  return {
    orderId: `load-${index}`,
    amount: integer(random, 100, 99_999),
    paymentMethod: random() < DECLINED_SHARE ? 'pm_card_chargeDeclined' : 'pm_card_visa',
  };
}

/**
 * Each order is posted three times. A duplicate comes at once, so that both are on their way together; or later in the round; or in a later
 * round, when the payment has long been settled or lies in the DLQ.
 */
export function planRounds(payments: number, perRound: number, random: Random): { orders: Order[]; rounds: Post[][] } {
  const count = Math.ceil(payments / perRound);
  const timed: { at: number; post: Post }[][] = Array.from({ length: count }, () => []);
  const orders = Array.from({ length: payments }, (_, index) => orderOf(index, random));
  for (const [index, order] of orders.entries()) {
    const round = Math.floor(index / perRound);
    const at = random() * perRound * 3;
    timed[round]!.push({ at, post: { order, amount: order.amount } });
    for (const last of [false, true]) {
      const kind = random();
      const later = kind < 0.75 ? round : integer(random, round, count - 1);
      const when = kind < 0.4 ? at + random() : kind < 0.75 ? at + random() * LATER : random() * perRound * 3;
      const amount = last && random() < CONTRADICTING_SHARE ? order.amount + 1 : order.amount;
      timed[later]!.push({ at: when, post: { order, amount } });
    }
  }
  return { orders, rounds: timed.map((round) => round.sort((a, b) => a.at - b.at).map(({ post }) => post)) };
}
