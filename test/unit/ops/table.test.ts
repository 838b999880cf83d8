import { money, table } from '../../../ops/table';

it.each([
  [1999, 'EUR', '19.99 EUR'],
  [5, 'EUR', '0.05 EUR'],
  [500, 'JPY', '500 JPY'],
  [1230, 'KWD', '1.230 KWD'],
  [7, 'XYZ', '7 XYZ (minor unit)'],
])('shows %d minor units of %s as %s', (amount, currency, shown) => {
  expect(money({ amount, currency })).toBe(shown);
});

it('draws without colours, and a dash where there is nothing', () => {
  expect(table(['order', 'charge'], [['ord-1', undefined]])).toBe(
    ['┌───────┬────────┐', '│ order │ charge │', '├───────┼────────┤', '│ ord-1 │ -      │', '└───────┴────────┘'].join('\n'),
  );
});
