import Table from 'cli-table3';
import type { ExhibitResult, TimelineEntry } from './exhibit';
import { inWords, SUMMARY_HEAD, summaryRow } from './result';

/** An exhibit as lines for a terminal. */
export function exhibitText({ number, title, timeline, broken, shipped, remember }: ExhibitResult): string {
  const width = Math.max(...timeline.map(({ at }) => at.length));
  const lines = (side: TimelineEntry['side']) =>
    timeline.filter((entry) => entry.side === side).map(({ at, text }) => `     ${at.padEnd(width)}  ${text}`);
  return [
    `${number}. ${title}`,
    `   As many teams ship it: ${broken.setup}`,
    ...lines('broken'),
    `     \u2192 ${inWords(broken)}`,
    `   As this stack ships it: ${shipped.setup}`,
    ...lines('shipped'),
    `     \u2192 ${inWords(shipped)}, stopped by: ${shipped.layer}`,
    `   Remember: ${remember}`,
    '',
  ].join('\n');
}

export function summaryText(results: readonly ExhibitResult[]): string {
  const table = new Table({ head: [...SUMMARY_HEAD], style: { head: [], border: [] }, wordWrap: true });
  table.push(...results.map(summaryRow));
  return table.toString();
}
