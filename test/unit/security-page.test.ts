import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE = join(__dirname, '../../docs/security.md');
const text = readFileSync(PAGE, 'utf8');
const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);

test('what the page says is tested is tested: every file that it names is there', () => {
  const files = links.filter((link) => !/^(https:|#)/.test(link)).map((link) => link.split('#')[0]!);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(dirname(PAGE), file)))).toEqual([]);
});

test('every heading that it points to is on it', () => {
  const headings = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')));
  expect(links.filter((link) => link.startsWith('#') && !headings.has(link.slice(1)))).toEqual([]);
});

test('every threat but the theft of the key, which no test can stop, names a test', () => {
  const rows = text.split('\n').filter((line) => /^\| .* \|$/.test(line) && line.split('|').length === 6);
  const threats = rows.filter((row) => !/^\| (who|-+) *\|/.test(row));
  expect(threats.length).toBeGreaterThan(15);
  const untested = threats.filter((row) => !row.includes('.test.ts')).map((row) => row.split('|')[1]!.trim());
  expect(untested).toEqual(['whoever holds the Stripe key']);
});
