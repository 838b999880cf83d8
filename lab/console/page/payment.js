import { byId, element, setText } from './dom.js';
import { money } from './format.js';
import { statusText } from './payments.js';

let shownFacts = '';

/**
 * Shows what the API and the acquirer's books say about the chosen payment.
 *
 * @param {string} orderId
 * @param view as `GET /payments/{orderId}` gives it; undefined when it was never accepted
 * @param charges as `GET /charges?orderId=…` gives them
 */
export function showPayment(orderId, view, charges) {
  setText(byId('payment-title'), orderId);
  const facts = JSON.stringify([orderId, view, charges]);
  if (facts === shownFacts) return;
  shownFacts = facts;
  byId('payment-facts').hidden = false;
  const verdict = byId('verdict');
  setText(verdict, `${capitalised(statusText(view))}. The acquirer’s books show ${counted(charges.length)}.`);
  verdict.dataset.verdict = charges.length > 1 ? 'bad' : charges.length === 1 && view?.status === 'charged' ? 'good' : '';
  byId('attempts').replaceChildren(...(view?.attempts ?? []).map(attemptRow));
  byId('send-again').hidden = !view;
  const next = byId('next-attempt');
  next.hidden = !['declined', 'expired', 'cancelled'].includes(view?.status);
  if (view) setText(next, `Send attempt ${view.attempts.length + 1}`);
}

const capitalised = (text) => text[0].toUpperCase() + text.slice(1);

function counted(charges) {
  if (charges === 0) return 'no charge';
  return charges === 1 ? 'one charge' : `${charges} charges`;
}

function attemptRow({ attempt, amount, currency, status, chargeId, declineCode, lastFailure }) {
  const cell = (text) => element('td', {}, text);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(attempt)),
    cell(money(amount, currency)),
    cell(status.replaceAll('_', ' ')),
    element('td', { class: 'id' }, chargeId ?? '–'),
    cell(declineCode ?? lastFailure?.code ?? '–'),
  );
}
