import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storyDocument, summaryTable } from '../../lab/story/document';
import type { ExhibitResult } from '../../lab/story/exhibit';
import { playAll } from '../../lab/story/play-all';
import { isAsClaimed } from '../../lab/story/result';

const ROOT = join(__dirname, '../..');
const page = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

let results: ExhibitResult[];
beforeAll(async () => {
  results = await playAll(EXHIBITS.map(({ number }) => number));
}, 300_000);

const EXHIBITS = [
  { number: 1, story: 'an asynchronous invocation is retried', broken: { charges: 3, lost: 0 }, layer: 'Provider' },
  { number: 2, story: 'the visibility time-out ends', broken: { charges: 2, lost: 0 }, layer: 'Provider' },
  { number: 3, story: 'the worker crashes before the delete', broken: { charges: 2, lost: 0 }, layer: 'Guard' },
  { number: 4, story: 'the DLQ is replayed next morning', broken: { charges: 2, lost: 0 }, layer: 'Guard' },
  { number: 5, story: 'two copies are in flight', broken: { charges: 2, lost: 0 }, layer: 'InProgress' },
  { number: 6, story: 'a retry carries a fresh trace id', broken: { charges: 2, lost: 1 }, layer: 'Api' },
  { number: 7, story: 'an order is claimed twice', broken: { charges: 2, lost: 0 }, layer: 'Ledger' },
  { number: 8, story: 'an update is repeated', broken: { debits: 2 }, layer: 'Ledger (the repeated write is refused)' },
  { number: 9, story: 'a client token is used again', broken: { charges: 2, lost: 1 }, layer: 'Api' },
  { number: 10, story: 'the process dies between charge and record', broken: { charges: 2, lost: 0 }, layer: 'Provider' },
  { number: 11, story: 'the handler throws after the charge', broken: { charges: 5, lost: 0 }, layer: 'Provider' },
  { number: 12, story: 'the provider has forgotten its key', broken: { charges: 2, lost: 0 }, layer: 'Provider' },
  {
    number: 13,
    story: 'a chosen message is redriven at once',
    broken: { charges: 0, lost: 1 },
    layer: 'Redrive (a fresh deduplication id)',
  },
  { number: 14, story: 'a deploy renames the function', broken: { charges: 2, lost: 0 }, layer: 'Guard' },
  { number: 15, story: 'the client gets no answer', broken: { charges: 2, lost: 0 }, layer: 'Api' },
  { number: 16, story: 'ten duplicates arrive', broken: { charges: 2, lost: 0 }, layer: 'Api' },
];

it.each(EXHIBITS)('exhibit $number charges once when $story, and shows what happens otherwise', ({ number, broken, layer }) => {
  const result = results[number - 1]!;
  expect(result).toMatchObject({ number, broken, shipped: { charges: 1, lost: 0, layer } });
  expect(isAsClaimed(result)).toBe(true);
});

it('has sixteen exhibits, each with a time line of both sides and the source of what is broken', () => {
  expect(results).toHaveLength(16);
  for (const { timeline, broken } of results) {
    expect(new Set(timeline.map(({ side }) => side))).toEqual(new Set(['broken', 'shipped']));
    expect(page(`lab/story/broken/${broken.source}`)).not.toBe('');
  }
});

it('says what is not covered: one order in two Regions is charged in both', () => {
  expect(results[8]!.timeline.at(-1)!.text).toMatch(/^not covered: .*Region.*: 2 charges$/);
});

it('says what a refused duplicate costs: one write, and nothing else', () => {
  expect(results[15]!.timeline.map(({ text }) => text)).toContain('10 duplicates are refused by 10 writes and 0 other calls: 1 charge');
});

it('tells in docs/story.md and README.md what the exhibits do now (npm run story -- --write renews them)', () => {
  expect(page('docs/story.md')).toBe(storyDocument(results));
  expect(page('README.md')).toContain(summaryTable(results));
});

it('keeps what is broken out of the product: nothing that is deployed or runs the templates imports the story', () => {
  const folders = ['bin', 'contract', 'lib', 'functions', 'ops', 'packages'];
  const files = folders.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((file) => join(folder, String(file))));
  const sources = files.filter((file) => /\.(ts|mjs|cjs)$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => /(from|import|require)\W+[\w./-]*story\//.test(page(file)))).toEqual([]);
});
