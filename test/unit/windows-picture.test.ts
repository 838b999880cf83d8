import { readFileSync } from 'node:fs';
import { WINDOWS_PICTURE, windowsPicture } from '../../lab/docs/windows-picture';

test('the picture in docs/ is the one that the windows give', () => {
  // If not: npm run docs -- windows
  expect(readFileSync(WINDOWS_PICTURE, 'utf8')).toBe(windowsPicture());
});

test('a longer window gives a longer bar, on a logarithmic scale', () => {
  const widths = (seconds: number[]): number[] =>
    [
      ...windowsPicture(seconds.map((each) => ({ label: 'A', keeper: 'Guard', seconds: each, after: 'b' }))).matchAll(
        /y="[^"]*" width="(\d+)" height="12"/g,
      ),
    ].map(([, width]) => Number(width));
  const [minute, hour, day] = widths([60, 3600, 216_000]);
  expect(minute).toBeGreaterThan(0);
  expect(Math.abs(hour! - 2 * minute!)).toBeLessThanOrEqual(2);
  expect(Math.abs(day! - 3 * minute!)).toBeLessThanOrEqual(2);
});

test('what never ends has a bar to the end of the scale, and says so', () => {
  expect(windowsPicture([{ label: 'Ledger row', keeper: 'Ledger', after: 'nothing' }])).toMatch(/width="560" height="12"[\s\S]*>for ever</);
});
