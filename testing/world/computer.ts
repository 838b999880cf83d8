import type { VirtualClock } from './virtual-clock';

/** What goes wrong with one call over the network, if anything. Delays are in milliseconds. */
export type CallFault =
  | { readonly kind: 'none' }
  /** Fails before it has an effect. */
  | { readonly kind: 'fail' }
  /** Has its effect, and the answer is lost. */
  | { readonly kind: 'lose-reply' }
  /** Has its effect, the answer is lost, and the client library sends it once more. */
  | { readonly kind: 'repeat' }
  /** The process dies and the request never leaves. */
  | { readonly kind: 'kill-before' }
  /** The process dies while the request is under way; it arrives all the same, later. */
  | { readonly kind: 'kill-in-flight'; readonly delayMs: number }
  /** The process dies with the answer in its hands. */
  | { readonly kind: 'kill-after' }
  /** The request takes so long; the process gives up at its time-out, and the request arrives all the same. */
  | { readonly kind: 'late-request'; readonly delayMs: number }
  | { readonly kind: 'late-reply'; readonly delayMs: number }
  /** The process itself stands still before the request leaves, as in a frozen sandbox: no time-out of its own runs. */
  | { readonly kind: 'freeze'; readonly delayMs: number };

const NO_FAULT: CallFault = { kind: 'none' };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A process that may die at any of its calls. Once dead, nothing of it goes on: no clean-up, no catch, no finally. */
export class Computer {
  alive = true;
  private readonly clock: VirtualClock;
  private readonly faults: readonly CallFault[];
  private readonly onKill: () => void;
  private calls = 0;

  /** The calls it makes meet these faults in order, and go well after that. */
  constructor(clock: VirtualClock, faults: readonly CallFault[] = [], onKill: () => void = () => undefined) {
    this.clock = clock;
    this.faults = faults;
    this.onKill = onKill;
  }

  kill(): void {
    if (!this.alive) return;
    this.alive = false;
    this.onKill();
  }

  /** One call. `effect` happens at the other end; `lost` is what the caller gets in place of an answer that does not come. */
  async call<T>(effect: () => T | Promise<T>, { timeoutMs, lost }: { timeoutMs: number; lost: () => Error }): Promise<T> {
    if (!this.alive) return never();
    const fault = this.faults[this.calls++] ?? NO_FAULT;
    const settled = await this.meet(fault, async () => effect(), timeoutMs, lost).then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    return this.alive ? settled() : never();
  }

  private async meet<T>(fault: CallFault, effect: () => Promise<T>, timeoutMs: number, lost: () => Error): Promise<T> {
    const ask = () => this.inTime(effect(), timeoutMs, lost);
    switch (fault.kind) {
      case 'none':
        return ask();
      case 'fail':
        throw lost();
      case 'lose-reply':
        await ask().catch(() => undefined);
        throw lost();
      case 'repeat':
        await ask().catch(() => undefined);
        return this.alive ? ask() : never();
      case 'kill-before':
        this.kill();
        return never();
      case 'kill-in-flight':
        this.arriveLater(effect, fault.delayMs).catch(() => undefined);
        this.kill();
        return never();
      case 'kill-after':
        await ask().catch(() => undefined);
        this.kill();
        return never();
      case 'late-request':
        return this.inTime(this.arriveLater(effect, fault.delayMs), timeoutMs, lost);
      case 'late-reply': {
        const answer = effect();
        answer.catch(() => undefined);
        return this.inTime(
          this.clock.sleep(fault.delayMs).then(() => answer),
          timeoutMs,
          lost,
        );
      }
      case 'freeze':
        await this.clock.sleep(fault.delayMs);
        return this.alive ? ask() : never();
      default:
        return fault satisfies never;
    }
  }

  private async arriveLater<T>(effect: () => Promise<T>, delayMs: number): Promise<T> {
    await this.clock.sleep(delayMs);
    return effect();
  }

  /** The answer, or `lost` when it takes longer than the caller waits. */
  private inTime<T>(answer: Promise<T>, timeoutMs: number, lost: () => Error): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = this.clock.at(this.clock.now() + timeoutMs, () => reject(lost()));
      answer.then(resolve, reject).finally(() => timer.cancel());
    });
  }
}
