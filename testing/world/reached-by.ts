import { AWS_CALL } from './aws-client';
import type { Computer } from './computer';
import type { VirtualClock } from './virtual-clock';

/** An asynchronous port as one process reaches it: every method becomes a call that may fail on the way. */
export function reachedBy<P extends object>(computer: Computer, port: P, clock: VirtualClock): P {
  const reached = Object.entries(port).map(([name, method]) => [
    name,
    (...args: unknown[]) =>
      computer.call(() => clock.track(Promise.resolve((method as (...args: unknown[]) => unknown)(...args))), AWS_CALL),
  ]);
  return Object.fromEntries(reached) as P;
}
