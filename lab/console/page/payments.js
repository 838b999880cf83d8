import { byId, element, setText } from './dom.js';
import { money } from './format.js';

const list = byId('payment-list');
/** Rows by order id. A row stays the same element, so that focus stays where it is. */
const rows = new Map();

/**
 * Shows the payments, seen last first.
 *
 * @param payments `[{ orderId, view? }]`, `view` as `GET /payments/{orderId}` gives it
 * @param {string | undefined} chosen
 * @param {(orderId: string) => void} choose
 */
export function showPayments(payments, chosen, choose) {
  byId('no-payments').hidden = payments.length > 0;
  const present = new Set(payments.map(({ orderId }) => orderId));
  for (const [orderId, { item }] of rows) {
    if (present.has(orderId)) continue;
    item.remove();
    rows.delete(orderId);
  }
  payments.forEach(({ orderId, view }, index) => {
    const row = rows.get(orderId) ?? addRow(orderId, choose);
    const latest = view?.attempts.at(-1);
    setText(row.amount, latest ? money(latest.amount, latest.currency) : '');
    setText(row.status, statusText(view));
    row.status.dataset.status = view?.status ?? '';
    row.button.setAttribute('aria-pressed', String(orderId === chosen));
    // Moved only when it is elsewhere: a moved element loses the focus.
    if (list.children[index] !== row.item) list.insertBefore(row.item, list.children[index] ?? null);
  });
}

function addRow(orderId, choose) {
  const amount = element('span', { class: 'amount' });
  const status = element('span', { class: 'status' });
  const button = element('button', { type: 'button', class: 'choice' }, element('span', { class: 'order' }, orderId), amount, status);
  button.addEventListener('click', () => choose(orderId));
  const item = element('li', {}, button);
  const row = { item, button, amount, status };
  rows.set(orderId, row);
  return row;
}

/** `needs_attention` as people read it. */
export const statusText = (view) => (view ? view.status.replaceAll('_', ' ') : 'not accepted');
