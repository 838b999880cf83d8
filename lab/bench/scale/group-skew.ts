import { BATCH_SIZE } from '../../../contract/windows';
import { randomOf } from '../random';
import { percentile } from '../statistics';

export interface SkewOptions {
  readonly paymentsPerSecond: number;
  /** Invocations at once. */
  readonly concurrency: number;
  /** Seconds that one payment takes. */
  readonly serviceSeconds: number;
  readonly payments: number;
  /** How many groups there are; absent: one for each payment, as in this product. */
  readonly groups?: number;
  readonly seed: number;
}

export interface Skew {
  /** Seconds from the send of a message to its delivery. */
  readonly p50WaitSeconds: number;
  readonly p99WaitSeconds: number;
  /** Payments a second from the first send to the last charge. */
  readonly throughput: number;
  /** Messages in a batch, on average. */
  readonly batch: number;
}

interface Message {
  readonly at: number;
  readonly group: number;
}

/**
 * A FIFO queue with pollers, in simulated time: who waits how long? A group in flight is locked; a batch takes the oldest deliverable messages, as many
 * of one group as it can; groups of a batch run in parallel, the messages of a group one after another.
 */
export function simulateSkew(options: SkewOptions): Skew {
  const { concurrency, serviceSeconds } = options;
  const messages = arrivals(options);
  const waiting = new Map<number, Message[]>();
  const locked = new Set<number>();
  const running: { endsAt: number; groups: readonly number[] }[] = [];
  const waits: number[] = [];
  let [now, next, batches] = [0, 0, 0];

  /** Groups in the order of their oldest message; a map keeps the order of insertion, and what stays behind is put back at its end. */
  function take(): Map<number, number> {
    const taken = new Map<number, number>();
    let left = BATCH_SIZE;
    for (const [group, queued] of waiting) {
      if (left === 0) break;
      if (locked.has(group)) continue;
      const batch = queued.splice(0, left);
      left -= batch.length;
      taken.set(group, batch.length);
      for (const { at } of batch) waits.push(now - at);
      waiting.delete(group);
      if (queued.length > 0) waiting.set(group, queued);
    }
    return taken;
  }

  function start(): void {
    while (running.length < concurrency) {
      const taken = take();
      if (taken.size === 0) return;
      for (const group of taken.keys()) locked.add(group);
      batches += 1;
      running.push({ endsAt: now + Math.max(...taken.values()) * serviceSeconds, groups: [...taken.keys()] });
      running.sort((a, b) => a.endsAt - b.endsAt);
    }
  }

  while (next < messages.length || running.length > 0) {
    const [soonest] = running;
    const message = messages[next];
    if (message && (!soonest || message.at <= soonest.endsAt)) {
      now = message.at;
      next += 1;
      const queued = waiting.get(message.group);
      if (queued) queued.push(message);
      else waiting.set(message.group, [message]);
    } else {
      now = soonest!.endsAt;
      for (const group of running.shift()!.groups) locked.delete(group);
    }
    start();
  }
  return {
    p50WaitSeconds: percentile(waits, 0.5),
    p99WaitSeconds: percentile(waits, 0.99),
    throughput: messages.length / now,
    batch: messages.length / batches,
  };
}

/** Independent customers: exponential gaps. Group k is k times as rare as the first (Zipf), as shops and customers usually are. */
function arrivals({ payments, paymentsPerSecond, groups, seed }: SkewOptions): Message[] {
  const random = randomOf(seed);
  const cumulated: number[] = [];
  for (let group = 1, sum = 0; group <= (groups ?? 0); group++) {
    sum += 1 / group;
    cumulated.push(sum);
  }
  let at = 0;
  return Array.from({ length: payments }, (_, index) => {
    at -= Math.log(1 - random()) / paymentsPerSecond;
    if (groups === undefined) return { at, group: index };
    const drawn = random() * cumulated.at(-1)!;
    return { at, group: firstAbove(cumulated, drawn) };
  });
}

function firstAbove(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
