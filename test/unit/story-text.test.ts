import { readCommandLine } from '../../lab/story/command-line';
import { storyDocument, withSummary } from '../../lab/story/document';
import { elapsed } from '../../lab/story/elapsed';
import type { ExhibitResult } from '../../lab/story/exhibit';
import { interleave } from '../../lab/story/interleave';
import { inWords, isAsClaimed } from '../../lab/story/result';
import { exhibitText, summaryText } from '../../lab/story/terminal';

const result = (over: { broken?: object; shipped?: object } = {}): ExhibitResult => ({
  number: 4,
  title: 'The record is gone',
  timeline: [
    { side: 'broken', at: 'start', text: 'the card is charged: 1 charge' },
    { side: 'broken', at: '+14 h', text: 'and again: 2 charges' },
    { side: 'shipped', at: 'start', text: 'the card is charged: 1 charge' },
  ],
  broken: { charges: 2, lost: 0, setup: 'a record of an hour', source: 'one-hour-record.ts', ...over.broken },
  shipped: { charges: 1, lost: 0, setup: 'a record of 41 days', layer: 'Guard', ...over.shipped },
  remember: 'Records must outlive replays.',
});

describe('the command line', () => {
  it('plays all exhibits unless numbers are given', () => {
    expect(readCommandLine([]).numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(readCommandLine(['4', '12', '--json'])).toMatchObject({ numbers: [4, 12], json: true });
  });

  it.each([
    { args: ['17'], message: "'17' is invalid for argument 'number'. The exhibits are numbered 1 to 16; --list names them." },
    { args: ['0'], message: "'0' is invalid for argument 'number'. The exhibits are numbered 1 to 16; --list names them." },
    { args: ['1.5'], message: "'1.5' is invalid for argument 'number'. The exhibits are numbered 1 to 16; --list names them." },
    { args: ['--fast'], message: "unknown option '--fast'" },
    { args: ['--write', '4'], message: '--write plays every exhibit: leave the numbers out' },
  ])('refuses $args', ({ args, message }) => {
    expect(() => readCommandLine(args)).toThrow(message);
  });
});

describe('an exhibit', () => {
  it.each([
    { case: 'two charges against one', over: {}, claimed: true },
    { case: 'a lost payment against one charge', over: { broken: { charges: 0, lost: 1 } }, claimed: true },
    { case: 'two debits against one charge', over: { broken: { charges: 0, debits: 2 } }, claimed: true },
    { case: 'a broken side that charges once', over: { broken: { charges: 1 } }, claimed: false },
    { case: 'a broken side that debits once', over: { broken: { charges: 0, debits: 1 } }, claimed: false },
    { case: 'a shipped side that charges twice', over: { shipped: { charges: 2 } }, claimed: false },
    { case: 'a shipped side that loses a payment', over: { shipped: { lost: 1 } }, claimed: false },
    { case: 'a shipped side that nothing has stopped', over: { shipped: { layer: '' } }, claimed: false },
  ])('with $case: as claimed is $claimed', ({ over, claimed }) => {
    expect(isAsClaimed(result(over))).toBe(claimed);
  });

  it('is put in words', () => {
    expect(inWords({ charges: 2, lost: 0 })).toBe('2 charges');
    expect(inWords({ charges: 1, lost: 0 })).toBe('1 charge');
    expect(inWords({ charges: 2, lost: 1 })).toBe('2 charges, 1 payment lost');
    expect(inWords({ charges: 0, lost: 1 })).toBe('1 payment lost');
    expect(inWords({ charges: 0, lost: 0, debits: 2 })).toBe('2 debits for one payment');
  });

  it('is printed with both sides, what stopped the duplicate and the sentence to remember', () => {
    expect(exhibitText(result())).toBe(
      [
        '4. The record is gone',
        '   As many teams ship it: a record of an hour',
        '     start  the card is charged: 1 charge',
        '     +14 h  and again: 2 charges',
        '     \u2192 2 charges',
        '   As this stack ships it: a record of 41 days',
        '     start  the card is charged: 1 charge',
        '     \u2192 1 charge, stopped by: Guard',
        '   Remember: Records must outlive replays.',
        '',
      ].join('\n'),
    );
    expect(summaryText([result()])).toMatch(/4 .*The record is gone.*2 charges.*1 charge.*Guard/);
  });
});

describe('the page', () => {
  it('holds the summary, both sides and the source of what is broken', () => {
    const page = storyDocument([result()]);
    expect(page).toContain('| 4   | The record is gone | 2 charges             | 1 charge               | Guard      |');
    expect(page).toContain('- _+14 h_: and again: 2 charges');
    expect(page).toContain('([source](../lab/story/broken/one-hour-record.ts))');
    expect(page).toContain('**1 charge**, stopped by: Guard');
  });

  it.each(['old\n', ''])('renews a marked summary %j in another page, and leaves a page without marks alone', (old) => {
    const renewed = withSummary(`before\n\n<!-- story -->\n${old}<!-- /story -->\n\nafter\n`, [result()]);
    expect(renewed).toMatch(/^before\n\n<!-- story -->\n\n\| # [\s\S]* Guard +\|\n\n<!-- \/story -->\n\nafter\n$/);
    expect(withSummary(renewed, [result()])).toBe(renewed);
    expect(withSummary('no marks\n', [result()])).toBe('no marks\n');
  });
});

it('writes virtual time in its largest units', () => {
  expect([0, 45_000, 135_000, 51_300_000, 3_628_800_000].map(elapsed)).toEqual(['start', '+45 s', '+2 min 15 s', '+14 h 15 min', '+42 d']);
});

it('interleaves workers step by step, also those that end early', async () => {
  const seen: string[] = [];
  async function* worker(name: string, steps: number): AsyncGenerator<void, void> {
    for (let step = 1; step <= steps; step++) {
      seen.push(`${name}${step}`);
      yield;
    }
  }
  await interleave(worker('a', 3), worker('b', 1));
  expect(seen).toEqual(['a1', 'b1', 'a2', 'a3']);
});
