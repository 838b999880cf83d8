import { byId, setText } from './dom.js';

const root = byId('pipeline');
/** What was shown last, so that a change can be seen as one. */
let shown = {};

/** Shows depths, the worker's counts and the layers' counters. @param state as `GET /state` gives it */
export function showPipeline({ queues, functions, duplicatesSuppressed }) {
  const { ChargeQueue: queue, ChargeDlq: dlq } = queues;
  const counts = {
    submitted: functions['submit-payment']?.invocations,
    queueVisible: queue?.visible,
    queueInFlight: queue && queue.inFlight + queue.delayed,
    dlq: dlq && dlq.visible + dlq.inFlight,
    invocations: functions.charge?.invocations,
    running: functions.charge?.running,
    errors: functions.charge?.errors,
  };
  for (const [name, value] of Object.entries(counts)) show(`[data-count="${name}"]`, value);
  for (const [layer, value] of Object.entries(duplicatesSuppressed)) show(`[data-suppressed="${layer}"]`, value);
  root.querySelector('[data-area="dlq"]').classList.toggle('alarm', counts.dlq > 0);

  if (counts.submitted > shown.submitted) signal('api');
  if (counts.invocations > shown.invocations) {
    signal('queue');
    signal('charge');
  }
  if (counts.dlq > shown.dlq) signal('dlq');
  shown = counts;
}

/** Shows what is wrong with the acquirer. @param faults as `GET /acquirer/faults` gives them */
export function showAcquirer(faults) {
  const broken = faults.map(({ mode, orderId, times }) => `${mode}${orderId ? ` for ${orderId}` : ''}${times ? ` × ${times}` : ''}`);
  setText(byId('acquirer-state'), broken.length === 0 ? 'works' : `broken: ${broken.join(', ')}`);
  root.querySelector('[data-area="acquirer"]').classList.toggle('alarm', broken.length > 0);
}

/** Names the alarms that ring. @param alarms as `GET /alarms` gives them */
export function showAlarms(alarms) {
  const ringing = alarms.filter(({ state }) => state === 'ALARM').map(({ name }) => name);
  const target = byId('alarms');
  setText(target, ringing.length === 0 ? 'No alarm rings.' : `Alarms: ${ringing.join(', ')}`);
  target.classList.toggle('bad', ringing.length > 0);
}

function show(selector, value) {
  const target = root.querySelector(selector);
  if (target && setText(target, value ?? '–')) restart(target, 'changed');
}

const signal = (arrow) => restart(root.querySelector(`[data-arrow="${arrow}"]`), 'moving');

/** Plays the animation of a class from its beginning. */
function restart(target, className) {
  target.classList.remove(className);
  void target.offsetWidth;
  target.classList.add(className);
}
