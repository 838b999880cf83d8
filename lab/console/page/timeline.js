import { byId, element } from './dom.js';
import { duration } from './format.js';

/** Which layer's colour a kind of entry has; others have the queue's or none. */
const LAYER_OF = { request: 'Api', answer: 'Api', refusal: 'Api', guard: 'Guard', ledger: 'Ledger', provider: 'Provider' };
const QUEUE_KINDS = new Set(['send', 'delivery', 'retry', 'done', 'dead-letter', 'redrive', 'lost']);
/** A pause longer than this is drawn as one. */
const PAUSE_MS = 60_000;

const list = byId('timeline');
let shownOrder;
/** Entries shown, counted from the first that there ever was. */
let shownCount = 0;
let firstAt = 0;
let lastAt = 0;

/** Adds what is new of a payment's time line. @param timeline as `GET /payments/{orderId}/timeline` gives it */
export function showTimeline({ orderId, forgotten, entries }) {
  const count = forgotten + entries.length;
  // Fewer than before: the simulator was started again.
  if (orderId !== shownOrder || count < shownCount) {
    list.replaceChildren();
    shownOrder = orderId;
    shownCount = 0;
  }
  if (shownCount === 0 && entries.length > 0) {
    firstAt = Date.parse(entries[0].at);
    lastAt = firstAt;
  }
  for (const entry of entries.slice(Math.max(0, shownCount - forgotten))) add(entry);
  shownCount = count;
}

function add(entry) {
  const at = Date.parse(entry.at);
  if (at - lastAt > PAUSE_MS) list.append(element('li', { class: 'pause' }, `${duration(at - lastAt)} later`));
  lastAt = at;
  list.append(entryRow(entry, `+${duration(at - firstAt)}`));
}

/** One line of a time line: when, what kind of step, what. */
function entryRow({ at, kind, text, attempt, function: folder, outcome, layer }, when) {
  const colour = layer ?? LAYER_OF[kind] ?? (QUEUE_KINDS.has(kind) ? 'Queue' : '');
  const isOk = outcome === undefined || outcome === 'ok';
  const what = element('span', { class: 'what' }, text);
  if (!isOk) what.append(' ', element('span', { class: 'outcome' }, outcome));
  const who = [folder, attempt > 1 ? `attempt ${attempt}` : ''].filter(Boolean).join(', ');
  return element(
    'li',
    { class: 'entry', 'data-kind': kind, 'data-layer': colour },
    element('time', { datetime: at, title: at }, when),
    element('span', { class: 'kind' }, kind),
    what,
    element('span', { class: 'who' }, who),
  );
}
