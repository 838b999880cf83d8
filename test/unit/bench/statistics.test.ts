import { median, percentile, shown, withRange } from '../../../lab/bench/statistics';

describe('statistics of the bench', () => {
  it('takes the middle value, whatever the order', () => {
    expect(median([30, 10, 20])).toBe(20);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('takes a percentile by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it.each([
    [0.012345, '0.0123'],
    [12.345, '12.3'],
    [1234.5, '1,235'],
    [Number.NaN, '–'],
  ])('shows %d as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('shows a median with its range', () => {
    expect(withRange([1, 2, 10])).toBe('2 (1–10)');
  });
});
