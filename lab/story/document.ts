import type { ExhibitResult, TimelineEntry } from './exhibit';
import { inWords, SUMMARY_HEAD, summaryRow } from './result';

/** `docs/story.md`: what the exhibits said when they were last played. The same bytes for the same behaviour. */
export function storyDocument(results: readonly ExhibitResult[]): string {
  return `# The story: every way of charging twice

Each exhibit is played twice on the [simulator](simulator.md): as many teams ship it, and as this stack ships it. The real AWS SDK, Powertools and \`stripe\` package do the work, and the acquirer's books say how often the card was charged. \`npm run story\` plays them all, \`npm run story -- 4\` one of them; \`npm run story -- --write\` writes this page from their output. Times are virtual.

Of the broken versions, only exhibit 12 gives the provider an idempotency key. A key made from the order would stop most of the second charges below, but only for the 24 hours for which the provider keeps it. Exhibit 12 shows what happens after that.

${summaryTable(results)}

${results.map(section).join('\n\n')}
`;
}

/** The summary for people who only look at the README. */
export const summaryTable = (results: readonly ExhibitResult[]): string => markdownTable([SUMMARY_HEAD, ...results.map(summaryRow)]);

const MARKED = /(<!-- story -->\n)[\s\S]*?(<!-- \/story -->)/;

/** A page with the summary between its marks `<!-- story -->` and `<!-- /story -->`; unchanged when it has none. */
export const withSummary = (page: string, results: readonly ExhibitResult[]): string =>
  page.replace(MARKED, (_all, begin: string, end: string) => `${begin}\n${summaryTable(results)}\n\n${end}`);

function section({ number, title, timeline, broken, shipped, remember }: ExhibitResult): string {
  const lines = (side: TimelineEntry['side']) =>
    timeline
      .filter((entry) => entry.side === side)
      .map(({ at, text }) => `- _${at}_: ${text}`)
      .join('\n');
  return `## ${number}. ${title}

**As many teams ship it:** ${broken.setup} ([source](../lab/story/broken/${broken.source})).

${lines('broken')}

**${inWords(broken)}**

**As this stack ships it:** ${shipped.setup}.

${lines('shipped')}

**${inWords(shipped)}**, stopped by: ${shipped.layer}

> ${remember}`;
}

/** Columns padded to the same width, as the formatter would do it. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
