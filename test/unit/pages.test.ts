import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGES = ['.', 'docs', 'packages/simulator', 'packages/acquirer']
  .filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.md'));

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '');

/** As GitHub makes an anchor of a heading. */
const anchorsIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksIn = (text: string): string[] => [
  ...[...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
  ...[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, target]) => target!),
];

/** A link leads to a file or folder of the repository, and to a heading of it when it names one. */
function isBroken(page: string, link: string): boolean {
  if (/^https?:/.test(link)) return false;
  const [path, anchor] = link.split('#') as [string, string?];
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsIn(read(target)).includes(anchor);
}

test.each(PAGES)('%s has no link that leads nowhere', (page) => {
  expect(linksIn(read(page)).filter((link) => isBroken(page, link))).toEqual([]);
});

test('every page of docs/ is in its index', () => {
  const index = linksIn(read('docs/README.md')).map((link) => join('docs', link));
  const pages = [...PAGES, 'docs/openapi.yaml'].filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(pages.length).toBeGreaterThan(14);
  expect(pages.filter((page) => !index.includes(page))).toEqual([]);
});

test('README is one page: 12 KiB at most', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(12 * 1024);
});

test('CONTRIBUTING has lines that an editor can show: 140 characters at most', () => {
  expect(
    read('CONTRIBUTING.md')
      .split('\n')
      .filter((line) => line.length > 140),
  ).toEqual([]);
});

test('every npm script that a page names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  // The changelog also names those that are gone.
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) => [
    ...read(page).matchAll(/npm run (?:--silent )?([a-z:]+)/g),
  ]);
  expect(named.length).toBeGreaterThan(30);
  expect(new Set(named.map(([, name]) => name!).filter((name) => !Object.hasOwn(scripts, name)))).toEqual(new Set());
});
