import { isoTime, orderIds, wholeNumber } from '../../../ops/arguments';

it('takes order ids between commas', () => {
  expect(orderIds('ord-1, ord-2,ORD.3')).toEqual(['ord-1', 'ord-2', 'ORD.3']);
});

it.each(['', 'ord-1,', 'ord 1', '..', 'a/b'])('refuses %j as order ids', (value) => {
  expect(() => orderIds(value)).toThrow('It is not an order id');
});

it('takes a time with its offset, and says it in UTC', () => {
  expect(isoTime('2026-11-29T10:00:00+01:00')).toBe('2026-11-29T09:00:00.000Z');
});

it.each(['2026-11-29', '2026-11-29T10:00:00', 'yesterday', '2026-13-01T00:00:00Z'])('refuses %j as a time', (value) => {
  expect(() => isoTime(value)).toThrow('It must be a time such as 2026-11-29T10:00:00Z.');
});

it('takes a whole number at both limits', () => {
  expect([wholeNumber(1, 500)('1'), wholeNumber(1, 500)('500')]).toEqual([1, 500]);
});

it.each(['0', '501', '1.5', '-1', '1e2', ''])('refuses %j as a number from 1 to 500', (value) => {
  expect(() => wholeNumber(1, 500)(value)).toThrow('It must be a whole number from 1 to 500.');
});
