import { byId, element, setText } from './dom.js';
import { duration } from './format.js';

/** Ends of the scale: it is logarithmic, because a lease and a guard record are a factor of a hundred thousand apart. */
const FIRST_SECONDS = 1;
const LAST_SECONDS = 60 * 86_400;
const TICKS = [
  [1, '1 s'],
  [60, '1 min'],
  [3600, '1 h'],
  [86_400, '1 d'],
  [864_000, '10 d'],
];

const list = byId('windows');
let marks = [];

/** Percent of the scale at which a moment lies, counted from the window's start. */
function place(seconds) {
  const share = Math.log(Math.max(seconds, FIRST_SECONDS) / FIRST_SECONDS) / Math.log(LAST_SECONDS / FIRST_SECONDS);
  return `${(100 * Math.min(share, 1)).toFixed(2)}%`;
}

/** Draws one bar a window, shortest first. @param windows as `GET /windows` gives them */
export function drawWindows(windows) {
  const scale = element('div', { class: 'track scale' });
  for (const [seconds, text] of TICKS) {
    const tick = element('span', { class: 'tick' }, text);
    tick.style.left = place(seconds);
    scale.append(tick);
  }
  list.replaceChildren(element('li', { class: 'window axis', 'aria-hidden': 'true' }, element('span'), scale));

  marks = windows.map((mark) => {
    const bar = element('span', { class: 'bar' });
    bar.style.width = place(mark.seconds ?? LAST_SECONDS);
    const now = element('span', { class: 'now' });
    const track = element('span', { class: 'track', 'aria-hidden': 'true' }, bar, now);
    const left = element('span', { class: 'left' });
    const length = element('span', { class: 'length' }, mark.seconds ? duration(mark.seconds * 1000) : 'for ever');
    const row = element(
      'li',
      { class: 'window', 'data-layer': mark.keeper },
      element('span', { class: 'name' }, mark.label, ' ', length),
      track,
      left,
    );
    list.append(row);
    return { ...mark, row, now, left };
  });
  showNow(undefined);
}

/**
 * When each window of an attempt was started last, in epoch milliseconds; `undefined` for one that has ended early, no entry for one whose start
 * was not seen.
 *
 * @param entries as `GET /payments/{orderId}/timeline` gives them
 */
export function windowStarts(entries, attempt) {
  const starts = new Map();
  for (const entry of entries) {
    if (entry.attempt !== attempt) continue;
    for (const [clock, runs] of Object.entries(entry.windows ?? {})) starts.set(clock, runs ? Date.parse(entry.at) : undefined);
  }
  return starts;
}

/**
 * Moves "now" in each window, counted from what started it.
 *
 * @param {{ now: number, acceptedAt: number, starts: Map } | undefined} payment epoch milliseconds; undefined: none is chosen, or it was not accepted
 */
export function showNow(payment) {
  for (const mark of marks) {
    const since = payment && (mark.clock ? payment.starts.get(mark.clock) : payment.acceptedAt);
    const ageMs = since === undefined ? undefined : Math.max(0, payment.now - since);
    const restMs = ageMs === undefined ? undefined : (mark.seconds ?? Number.POSITIVE_INFINITY) * 1000 - ageMs;
    mark.now.hidden = ageMs === undefined;
    mark.now.style.left = place((ageMs ?? 0) / 1000);
    mark.row.classList.toggle('over', payment !== undefined && !(restMs > 0));
    setText(mark.left, textOf(mark, payment, restMs));
  }
}

function textOf({ clock, after, without }, payment, restMs) {
  if (payment === undefined) return `then ${after}`;
  // Only a time line that begins with the row knows that something has not happened.
  if (restMs === undefined) return payment.starts.has(clock) || payment.starts.has('row') ? without : 'start not seen';
  if (restMs === Number.POSITIVE_INFINITY) return 'never over';
  return restMs > 0 ? `${duration(restMs)} left` : `over: ${after}`;
}
