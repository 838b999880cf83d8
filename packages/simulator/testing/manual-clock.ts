import type { Clock, Timer } from '../src/types';

interface Alarm {
  at: number;
  order: number;
  fire: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  private time: number;
  private readonly startedAt: number;
  private order = 0;
  private readonly alarms = new Set<Alarm>();
  private readonly work = new Set<Promise<unknown>>();

  constructor(time = Date.parse('2026-11-29T10:00:00.000Z')) {
    this.time = time;
    this.startedAt = time;
  }

  get offsetMs(): number {
    return this.time - this.startedAt;
  }

  /** Alarms that are set and have not fired. */
  get pending(): number {
    return this.alarms.size;
  }

  now(): number {
    return this.time;
  }

  at(whenMs: number, fire: () => void): Timer {
    this.order += 1;
    const alarm = { at: whenMs, order: this.order, fire };
    this.alarms.add(alarm);
    return { cancel: () => this.alarms.delete(alarm) };
  }

  track<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work.then(
      () => this.work.delete(settled),
      () => this.work.delete(settled),
    );
    this.work.add(settled);
    return work;
  }

  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    for (let next = this.next(until); next; next = this.next(until)) {
      this.time = Math.max(this.time, next.at);
      this.alarms.delete(next);
      next.fire();
      await this.idle();
    }
    this.time = until;
  }

  async idle(): Promise<void> {
    while (this.work.size > 0) await Promise.all(this.work);
  }

  close(): void {
    this.alarms.clear();
  }

  private next(until: number): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.alarms) {
      if (alarm.at <= until && (!first || alarm.at < first.at || (alarm.at === first.at && alarm.order < first.order))) first = alarm;
    }
    return first;
  }
}
