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
import { drawWindows, showNow } from './windows.js';

/** Payments shown; each that changes costs a request. */
const MAX_SHOWN = 30;
/** Virtual time after which an unfinished payment is read again: its status may change by time alone. */
const READ_AGAIN_MS = 5000;
/** Faults and alarms are asked for once in so many rounds: the acquirer answers with an invocation. */
const SELDOM_ROUNDS = 5;

const FINISHED = new Set(['charged', 'declined', 'expired']);

/** What is known of each payment: `{ seen, readAt, view }`; and more of the chosen one. */
const known = new Map();
let chosen = decodeURIComponent(location.hash.slice(1)) || undefined;
let chosenSeen;
let charges = [];
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
    await showChosen(seen, now);
    if (round++ % SELDOM_ROUNDS === 0) await refreshSeldom();
    setText(byId('connection'), 'Live');
  } catch {
    setText(byId('connection'), 'The simulator does not answer; trying again.');
  }
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
  const { entries = 0 } = seen.find(({ orderId }) => orderId === chosen) ?? {};
  if (!known.has(chosen)) await readPayment({ orderId: chosen, entries }, now);
  const { view } = known.get(chosen);
  const mark = `${chosen} ${entries} ${view?.status}`;
  if (mark !== chosenSeen) {
    const order = chosen;
    charges = await control.get(`/charges?orderId=${encodeURIComponent(order)}`);
    if (entries > 0) showTimeline(await control.get(`/payments/${encodeURIComponent(order)}/timeline`));
    if (order !== chosen) return;
    chosenSeen = mark;
  }
  byId('timeline').hidden = entries === 0;
  byId('timeline-note').hidden = entries > 0;
  if (entries === 0) setText(byId('timeline-note'), 'Nothing has happened to it since the simulator started.');
  byId('windows-note').hidden = true;
  showPayment(chosen, view, charges);
  const acceptedAt = view?.attempts.at(-1)?.acceptedAt;
  showNow(acceptedAt && Math.max(0, now - Date.parse(acceptedAt)));
}

function choose(orderId) {
  chosen = orderId;
  history.replaceState(undefined, '', `#${encodeURIComponent(orderId)}`);
  void run();
}

drawWindows(await control.get('/windows'));
const run = poll(refresh);
wireActions({
  changed: () => {
    round = 0;
    void run();
  },
  chosen: () => known.get(chosen)?.view,
  choose,
});
void showStory();
