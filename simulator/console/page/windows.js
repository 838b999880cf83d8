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
let nowLabel;

/** Percent of the scale at which a moment lies, counted from acceptance. */
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
  nowLabel = element('span', { class: 'now-label' });
  scale.append(nowLabel);
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

/** Moves "now". @param ageMs since the payment was accepted; undefined: no payment is chosen */
export function showNow(ageMs) {
  list.classList.toggle('without-now', ageMs === undefined);
  const at = place((ageMs ?? 0) / 1000);
  if (nowLabel) {
    nowLabel.style.setProperty('--at', at);
    setText(nowLabel, ageMs === undefined ? '' : `now: ${duration(ageMs)}`);
  }
  for (const { row, now, left, seconds, after } of marks) {
    now.style.left = at;
    const restMs = ageMs === undefined ? undefined : (seconds ?? Number.POSITIVE_INFINITY) * 1000 - ageMs;
    row.classList.toggle('over', restMs !== undefined && restMs <= 0);
    setText(left, textOf(restMs, after));
  }
}

function textOf(restMs, after) {
  if (restMs === undefined) return `then ${after}`;
  if (restMs === Number.POSITIVE_INFINITY) return 'never over';
  return restMs > 0 ? `${duration(restMs)} left` : `over: ${after}`;
}
