import { wireActions } from './actions.js';
import { api, control } from './control.js';
import { byId, setText } from './dom.js';
import { duration, time } from './format.js';
import { showPayment } from './payment.js';
import { showPayments } from './payments.js';
import { showAcquirer, showAlarms, showPipeline } from './pipeline.js';
import { poll } from './polling.js';
import { showStory } from './story.js';
import { showTimeline } from './timeline.js';
import { drawWindows, showNow, windowStarts } from './windows.js';

/** Payments shown; each that changes costs a request. */
const MAX_SHOWN = 30;
/** Virtual time after which an unfinished payment is read again: its status may change by time alone. */
const READ_AGAIN_MS = 5000;
/** Faults and alarms are asked for once in so many rounds: the acquirer answers with an invocation. */
const SELDOM_ROUNDS = 5;

const FINISHED = new Set(['charged', 'declined', 'expired', 'cancelled']);

/** What is known of each payment: `{ seen, readAt, view }`; and more of the chosen one. */
const known = new Map();
/** The payment that the address names: `/console#order=ord-1001`. */
const named = () => new URLSearchParams(location.hash.slice(1)).get('order') ?? undefined;
let chosen = named();
let chosenSeen;
let charges = [];
let entriesShown = [];
let round = 0;

async function refresh() {
  try {
    const [state, seen] = await Promise.all([control.get('/state'), control.get('/payments')]);
    const now = Date.parse(state.now);
    showClock(state.now, now);
    showPipeline(state);
    const payments = seen.slice(0, MAX_SHOWN);
    await Promise.all(payments.map((payment) => readPayment(payment, now)));
    showPayments(
      payments.map(({ orderId }) => ({ orderId, view: known.get(orderId)?.view })),
      chosen,
      choose,
    );
    byId('more-payments').hidden = seen.length <= MAX_SHOWN;
    await showChosen(seen, now);
    if (round++ % SELDOM_ROUNDS === 0) await refreshSeldom();
    showConnection('Live');
  } catch (error) {
    showConnection(`${error.message} Trying again.`, true);
  }
}

function showConnection(text, isBad = false) {
  const connection = byId('connection');
  setText(connection, text);
  connection.classList.toggle('bad', isBad);
}

async function refreshSeldom() {
  const [faults, alarms] = await Promise.all([control.get('/acquirer/faults'), control.get('/alarms')]);
  showAcquirer(faults);
  showAlarms(alarms);
}

function showClock(iso, now) {
  setText(byId('now'), time(iso));
  byId('now').setAttribute('datetime', iso);
  const ahead = now - Date.now();
  setText(byId('ahead'), ahead > 1000 ? `${duration(ahead)} ahead of this machine` : '');
}

/** Reads a payment when something has happened to it, or time may have changed its status. */
async function readPayment({ orderId, entries }, now) {
  const before = known.get(orderId);
  const isOld = now - (before?.readAt ?? 0) > READ_AGAIN_MS && !FINISHED.has(before?.view?.status);
  if (before?.entries === entries && !(isOld && before.view)) return;
  known.set(orderId, { entries, readAt: now, view: await api.read(orderId) });
}

async function showChosen(seen, now) {
  chosen ??= seen[0]?.orderId;
  if (chosen === undefined) return;
  const order = chosen;
  // The list is cut off somewhere; what lies behind is asked for itself.
  const entries = seen.find(({ orderId }) => orderId === order)?.entries ?? countOf(await control.timeline(order));
  await readPayment({ orderId: order, entries }, now);
  const { view } = known.get(order);
  const mark = `${order} ${entries} ${view?.status}`;
  if (mark !== chosenSeen) {
    const [books, timeline] = await Promise.all([control.get(`/charges?orderId=${encodeURIComponent(order)}`), control.timeline(order)]);
    if (order !== chosen) return;
    charges = books;
    entriesShown = timeline?.entries ?? [];
    if (timeline) showTimeline(timeline);
    chosenSeen = mark;
  }
  byId('timeline').hidden = entries === 0;
  byId('timeline-note').hidden = entries > 0;
  if (entries === 0) setText(byId('timeline-note'), 'Nothing has happened to it since the simulator started.');
  byId('windows-note').hidden = true;
  showPayment(order, view, charges);
  const latest = view?.attempts.at(-1);
  showNow(latest && { now, acceptedAt: Date.parse(latest.acceptedAt), starts: windowStarts(entriesShown, latest.attempt) });
}

/** Entries that a time line has had, the forgotten ones included. */
const countOf = (timeline) => (timeline ? timeline.forgotten + timeline.entries.length : 0);

function choose(orderId) {
  chosen = orderId;
  history.replaceState(undefined, '', `#${new URLSearchParams({ order: orderId })}`);
  void run();
}

drawWindows(await control.get('/windows'));
const run = poll(refresh);
addEventListener('hashchange', () => {
  const order = named();
  if (order !== undefined) choose(order);
});
wireActions({
  changed: () => {
    round = 0;
    void run();
  },
  chosen: () => known.get(chosen)?.view,
  choose,
});
void showStory();
