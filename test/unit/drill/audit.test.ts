import { audit } from '../../../lab/drill/audit';

const order = (orderId: string) => ({ orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });
const charge = (orderId: string, rest: { amount?: number; currency?: string } = {}) => ({
  orderId,
  attempt: 1,
  amount: 1999,
  currency: 'EUR',
  chargeId: 'pi_1',
  chargedAt: '2026-11-29T10:00:00.000Z',
  ...rest,
});
const CHARGED = new Map([['ord-1', 'charged']]);

it('finds nothing wrong when every order was charged once', () => {
  expect(audit([order('ord-1')], [charge('ord-1')], CHARGED)).toEqual([]);
});

it.each([
  ['an order that was not charged', [], CHARGED, 'ord-1 was not charged; it is shown as charged'],
  ['an order that was charged twice', [charge('ord-1'), charge('ord-1')], CHARGED, 'ord-1 was charged 2 times'],
  ['another amount', [charge('ord-1', { amount: 2999 })], CHARGED, 'ord-1 was charged 2999 EUR instead of 1999 EUR'],
  ['another currency', [charge('ord-1', { currency: 'USD' })], CHARGED, 'ord-1 was charged 1999 USD instead of 1999 EUR'],
  ['a charge that the ledger does not show', [charge('ord-1')], new Map(), 'ord-1 was charged; it is shown as unknown'],
  ['a charge that nobody ordered', [charge('ord-1'), charge('ord-2')], CHARGED, 'ord-2 was charged and never accepted'],
])('finds %s', (_case, charges, statusOf, problem) => {
  expect(audit([order('ord-1')], charges, statusOf)).toEqual([problem]);
});
