import { orderIds, time, wholeNumber } from '../../../ops/arguments';

it('takes order ids between commas', () => {
  expect(orderIds('ord-1, ord-2,ORD.3')).toEqual(['ord-1', 'ord-2', 'ORD.3']);
});

it.each(['', 'ord-1,', 'ord 1', '..', 'a/b'])('refuses %j as order ids', (value) => {
  expect(() => orderIds(value)).toThrow('It is not an order id');
});

it.each(['2026-11-29T10:00:00+01:00', '2026-11-29T10:00:00.5Z', '2028-02-29T23:59:59.999Z'])(
  'takes the time %s as it was written',
  (value) => {
    expect(time(value)).toBe(value);
  },
);

it.each(['', '2026-11-29', '2026-11-29T10:00:00', 'yesterday', '2026-11-29T10:00Z'])('refuses %j as a time', (value) => {
  expect(() => time(value)).toThrow(/^It must be a time such as 2026-11-29T00:00:00Z\.$/);
});

it.each([
  { value: '2026-11-31T00:00:00Z', missing: 'day' },
  { value: '2026-02-29T00:00:00Z', missing: 'day' },
  { value: '2026-13-01T00:00:00Z', missing: 'day' },
  { value: '2026-11-30T24:00:00Z', missing: 'time of day' },
  { value: '2026-11-30T10:00:60Z', missing: 'time of day' },
  { value: '2026-11-30T10:00:00+24:00', missing: 'time of day' },
])('refuses $value: there is no such $missing', ({ value, missing }) => {
  expect(() => time(value)).toThrow(`It must be a time such as 2026-11-29T00:00:00Z: there is no such ${missing}.`);
});

it('takes a whole number at both limits', () => {
  expect([wholeNumber(1, 500)('1'), wholeNumber(1, 500)('500')]).toEqual([1, 500]);
});

it.each(['0', '501', '1.5', '-1', '1e2', ''])('refuses %j as a number from 1 to 500', (value) => {
  expect(() => wholeNumber(1, 500)(value)).toThrow('It must be a whole number from 1 to 500.');
});
