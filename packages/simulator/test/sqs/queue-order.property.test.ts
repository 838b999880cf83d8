import fc from 'fast-check';
import { createSqsEngine } from '../../src/sqs/engine';
import type { SqsEngine, SqsReceivedMessage } from '../../src/types';
import { ManualClock } from '../../testing/manual-clock';

const VISIBILITY_MS = 30_000;
const GROUPS = ['a', 'b', 'c'];

type Step =
  | { do: 'send'; group: string }
  | { do: 'receive'; max: number }
  | { do: 'delete' | 'release' | 'extend'; pick: number }
  | { do: 'advance'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), group: fc.constantFrom(...GROUPS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('receive' as const), max: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'release' as const, 'extend' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: VISIBILITY_MS }) }) },
);

interface Held {
  body: string;
  group: string;
  handle: string;
  until: number;
}

/** What a consumer may know of the queue: what was sent and not deleted, in order, and what is held until when. */
class Model {
  readonly left = new Map(GROUPS.map((group) => [group, [] as string[]]));
  held: Held[] = [];
  sent = 0;

  expire(now: number): void {
    this.held = this.held.filter(({ until }) => until > now);
  }

  isHeld(body: string): boolean {
    return this.held.some((held) => held.body === body);
  }

  /** Bodies in front of the first held one. */
  deliverable(group: string): string[] {
    const bodies = this.left.get(group)!;
    const hidden = bodies.findIndex((body) => this.isHeld(body));
    return hidden < 0 ? bodies : bodies.slice(0, hidden);
  }
}

class Run {
  readonly model = new Model();
  readonly clock = new ManualClock();
  engine!: SqsEngine;
  url = '';

  async open(): Promise<this> {
    const options = { region: 'eu-central-1', accountId: '000000000000', endpoint: 'http://127.0.0.1:4566' };
    this.engine = await createSqsEngine({ clock: this.clock, ...options });
    const Attributes = { FifoQueue: 'true', VisibilityTimeout: '30' };
    this.url = (await this.engine.handle('CreateQueue', { QueueName: 'q.fifo', Attributes })).QueueUrl as string;
    return this;
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'advance') await this.clock.advance(next.ms);
    this.model.expire(this.clock.now());
    if (next.do === 'send') await this.send(next.group);
    else if (next.do === 'receive') this.receive(next.max);
    else if (next.do !== 'advance') await this.settle(next.do, next.pick);
    this.checkCounts();
  }

  private async send(group: string): Promise<void> {
    this.model.sent += 1;
    const body = `${group}${this.model.sent}`;
    await this.engine.handle('SendMessage', { QueueUrl: this.url, MessageBody: body, MessageGroupId: group, MessageDeduplicationId: body });
    this.model.left.get(group)!.push(body);
  }

  private receive(max: number): void {
    const expected = new Map(GROUPS.map((group) => [group, this.model.deliverable(group)]));
    const available = [...expected.values()].flat().length;
    const messages = this.engine.receiveNow(this.url, max);
    expect(messages).toHaveLength(Math.min(max, available));
    for (const group of GROUPS) {
      const got = messages.filter(({ Attributes }) => Attributes.MessageGroupId === group).map(({ Body }) => Body);
      expect(got).toEqual(expected.get(group)!.slice(0, got.length));
    }
    for (const message of messages) this.hold(message);
  }

  private hold({ Body, ReceiptHandle, Attributes }: SqsReceivedMessage): void {
    const group = Attributes.MessageGroupId!;
    this.model.held.push({ body: Body, group, handle: ReceiptHandle, until: this.clock.now() + VISIBILITY_MS });
  }

  private async settle(how: 'delete' | 'release' | 'extend', pick: number): Promise<void> {
    const { model } = this;
    const held = model.held[pick % Math.max(1, model.held.length)];
    if (!held) return;
    if (how === 'delete') {
      this.engine.deleteNow(this.url, held.handle);
      model.left.set(
        held.group,
        model.left.get(held.group)!.filter((body) => body !== held.body),
      );
      model.held = model.held.filter((other) => other !== held);
      return;
    }
    const VisibilityTimeout = how === 'release' ? 0 : 60;
    await this.engine.handle('ChangeMessageVisibility', { QueueUrl: this.url, ReceiptHandle: held.handle, VisibilityTimeout });
    held.until = this.clock.now() + VisibilityTimeout * 1000;
    model.expire(this.clock.now());
  }

  private checkCounts(): void {
    const all = [...this.model.left.values()].flat().length;
    const inFlight = this.model.held.length;
    expect(this.engine.counts(this.url)).toEqual({ visible: all - inFlight, inFlight, delayed: 0 });
  }

  /** Everything left comes out, once and in order, when nobody holds anything any more. */
  async drain(): Promise<void> {
    await this.clock.advance(60_000);
    const bodies = new Map(GROUPS.map((group) => [group, [] as string[]]));
    for (let batch = this.engine.receiveNow(this.url, 10); batch.length > 0; batch = this.engine.receiveNow(this.url, 10)) {
      for (const { Body, Attributes, ReceiptHandle } of batch) {
        bodies.get(Attributes.MessageGroupId!)!.push(Body);
        this.engine.deleteNow(this.url, ReceiptHandle);
      }
    }
    expect(bodies).toEqual(this.model.left);
    await this.engine.close();
  }
}

test('whatever consumers do, order holds in every group, nothing is lost and nothing is held twice at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const run = await new Run().open();
      for (const next of steps) await run.take(next);
      await run.drain();
    }),
    { numRuns: 200 },
  );
});
