import type { Clock, Timer } from '@charge-once/simulator/types';

/** Turns and alarms without time moving on. Work goes through a few dozen; more is a loop, and must fail instead of hanging. */
const STANDSTILL = 100_000;

interface Alarm {
  readonly at: number;
  readonly fire: () => void;
}

/**
 * Time that stands still until it is moved, and stops at everything that falls due on the way. What a step started has run as far as it can,
 * to its end or to its next wait for time, before the next step begins: the same schedule always runs the same way.
 */
export class VirtualClock implements Clock {
  private time = Date.parse('2026-11-29T10:00:00.000Z');
  private readonly startedAt = this.time;
  private readonly alarms: Alarm[] = [];
  private running = 0;
  private turns = 0;

  get offsetMs(): number {
    return this.time - this.startedAt;
  }

  readonly now = (): number => this.time;

  at(whenMs: number, fire: () => void): Timer {
    const alarm = { at: Math.max(whenMs, this.time), fire };
    let index = this.alarms.length;
    while (index > 0 && this.alarms[index - 1]!.at > alarm.at) index -= 1;
    this.alarms.splice(index, 0, alarm);
    return {
      cancel: () => {
        const place = this.alarms.indexOf(alarm);
        if (place >= 0) this.alarms.splice(place, 1);
      },
    };
  }

  /** When something falls due next; `Infinity` when nothing will. */
  nextAlarmAt(): number {
    return this.alarms[0]?.at ?? Infinity;
  }

  /** Resolves when so much virtual time has passed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.at(this.time + ms, resolve));
  }

  track<T>(work: Promise<T>): Promise<T> {
    const done = () => {
      this.running -= 1;
    };
    this.running += 1;
    work.then(done, done);
    return work;
  }

  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    await this.idle();
    for (let next = this.alarms[0]; next && next.at <= until; next = this.alarms[0]) {
      this.alarms.shift();
      if (next.at > this.time) this.turns = 0;
      this.time = next.at;
      next.fire();
      await this.idle();
    }
    if (until > this.time) this.turns = 0;
    this.time = until;
  }

  async idle(): Promise<void> {
    do {
      this.turns += 1;
      if (this.turns > STANDSTILL) throw new Error('virtual time stands still');
      await new Promise<void>((resolve) => setImmediate(resolve));
    } while (this.running > 0);
  }

  close(): void {
    this.alarms.length = 0;
  }
}
