import { integer, type Random } from '../../../lab/bench/random';
import type { operator } from '../../../testing/operator';
import type { Post } from './plan';

type Shop = ReturnType<typeof operator>;

/** Requests on their way at once. More would only wait for the two cores of a small machine. */
const CLIENTS = 8;
/** Answers of a client's patience: with one call in twenty failing, ten in a row mean that something is broken. */
const MOST_TRIES = 50;

/** What clients were told about one order. */
export interface Told {
  /** Bodies of the 202s: one, however often it was asked. */
  readonly accepted: Set<string>;
  /** Amounts that were answered 422. */
  readonly refused: Set<number>;
}

export interface ClientCounts {
  requests: number;
  accepted: number;
  refused: number;
  /** Answers other than 202 and 422, and connections that broke: each was repeated. */
  repeated: number;
  kills: number;
}

export interface Clients {
  /** Posts everything, in order, several at a time. */
  post(posts: readonly Post[]): Promise<void>;
  readonly told: ReadonlyMap<string, Told>;
  readonly counts: Readonly<ClientCounts>;
  readonly problems: readonly string[];
}

/**
 * Clients that repeat a request until they know: 202 or 422.
 *
 * @param killChance of a post to be followed by the death of every charge process
 */
export function clientsOf(shop: Shop, random: Random, killChance: number): Clients {
  const told = new Map<string, Told>();
  const counts: ClientCounts = { requests: 0, accepted: 0, refused: 0, repeated: 0, kills: 0 };
  const problems: string[] = [];

  async function ask({ order: { orderId, paymentMethod }, amount }: Post): Promise<void> {
    const known = told.get(orderId) ?? { accepted: new Set(), refused: new Set() };
    told.set(orderId, known);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      counts.requests += 1;
      const answer = await shop.post({ orderId, amount, currency: 'EUR', paymentMethod }).catch(() => undefined);
      if (answer?.status === 202) {
        counts.accepted += 1;
        known.accepted.add(answer.text);
        return;
      }
      if (answer?.status === 422) {
        counts.refused += 1;
        known.refused.add(amount);
        return;
      }
      if (answer && answer.status < 500) {
        problems.push(`${orderId}: a right request was answered ${answer.status}`);
        return;
      }
      counts.repeated += 1;
      await new Promise((resolve) => setTimeout(resolve, integer(random, 20, 200)));
    }
    problems.push(`${orderId}: no answer after ${MOST_TRIES} tries`);
  }

  async function kill(): Promise<void> {
    counts.kills += 1;
    await shop.kill('charge');
  }

  return {
    told,
    counts,
    problems,
    async post(posts) {
      const waiting = posts.values();
      const client = async () => {
        for (const post of waiting) {
          await ask(post);
          if (random() < killChance) await kill();
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    },
  };
}
