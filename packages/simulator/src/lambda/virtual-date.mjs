/** Puts the simulator's clock under `Date`. Timers, `performance` and `process.hrtime` stay real: they measure, they do not date. */

const RealDate = globalThis.Date;
const realNow = RealDate.now;
let offsetMs = 0;

RealDate.now = () => realNow() + offsetMs;

// A proxy rather than a subclass: `Date()` without `new` must still work, and dates must stay instances of the one `Date`.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [RealDate.now()] : args, newTarget),
  apply: (target) => new target(RealDate.now()).toString(),
});
RealDate.prototype.constructor = globalThis.Date;

/** @param {number} ms milliseconds that virtual time is ahead of real time */
export function setClockOffset(ms) {
  offsetMs = ms;
}
