import { WINDOWS } from '../../../contract/window-rules';
import { duration, humanValue } from '../../../contract/window-units';
import { windowSentences } from '../../../ops/windows/window-sentences';
import { windowsTable, windowsTimeLine } from '../../../ops/windows/windows-report';

test.each([
  [1, '1 s'],
  [90, '90 s'],
  [180, '3 min'],
  [3_600, '1 h'],
  [86_400, '1 d'],
  [3_542_400, '41 d'],
])('%i seconds read %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  ['VISIBILITY_SECONDS', 180, '3 min'],
  ['LOG_RETENTION_DAYS', 30, '30 d'],
  ['MAX_BODY_BYTES', 16_384, '16 KiB'],
  ['FUNCTION_MEMORY_MB', 512, '512 MB'],
  ['SHORT_PATIENCE_RECEIVES', 5, '5'],
])('%s %i reads %s', (name, value, text) => {
  expect(humanValue(name, value)).toBe(text);
});

test('every window has a sentence that says why', () => {
  expect([...windowSentences().keys()].sort()).toEqual(Object.keys(WINDOWS).sort());
  for (const sentence of windowSentences().values()) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
});

test('a sentence over several lines becomes one', () => {
  expect(windowSentences('/**\n * First line,\n * `SECOND` line.\n */\nexport const A_B = 1;\n')).toEqual(
    new Map([['A_B', 'First line, SECOND line.']]),
  );
});

test('the table shows name, value and reason, wrapped below the reason', () => {
  const table = windowsTable(
    { ...WINDOWS, VISIBILITY_SECONDS: 180 },
    new Map([['VISIBILITY_SECONDS', 'How long a received message stays hidden from others.']]),
    60,
  );
  expect(table).toBe('VISIBILITY_SECONDS     3 min  How long a received message\n                              stays hidden from others.');
});

test('the time line runs from the shortest to the longest on a logarithmic scale', () => {
  const lines = windowsTimeLine(WINDOWS).split('\n');
  expect(lines[0]).toContain('|1 s');
  expect(lines[0]).toContain('|1 d');
  expect(lines.at(-1)).toMatch(/^GUARD_LIFE_SECONDS +─+┤ 41 d$/);
  const length = (name: string) => lines.find((line) => line.startsWith(name))!.split('─').length - 1;
  expect(length('GUARD_LIFE_SECONDS')).toBe(60);
  expect(length('CHARGE_TIMEOUT_SECONDS')).toBe(14);
});
