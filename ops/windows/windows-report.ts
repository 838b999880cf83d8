import { checkWindows, WINDOWS, type Windows } from '../../contract/window-rules';
import { duration, humanValue } from '../../contract/window-units';
import { OperationError } from '../operation-error';
import { windowSentences } from './window-sentences';

const VALUE_COLUMN = 8;
const BAR_WIDTH = 60;
const TICKS_SECONDS = [1, 60, 3_600, 86_400, 864_000];

/** Breaks a text at spaces into lines of at most `width` characters; longer words stay whole. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Name, value and reason of every window that has one, in the order of the reasons. */
export function windowsTable(windows: Windows, sentences: ReadonlyMap<string, string>, width: number): string {
  const names = [...sentences.keys()] as (keyof Windows)[];
  const nameColumn = Math.max(...names.map((name) => name.length));
  const indent = nameColumn + VALUE_COLUMN + 4;
  return names
    .map((name) => {
      const reason = wrap(sentences.get(name) ?? '', Math.max(30, width - indent)).join(`\n${' '.repeat(indent)}`);
      return `${name.padEnd(nameColumn)}  ${humanValue(name, windows[name]).padStart(VALUE_COLUMN)}  ${reason}`;
    })
    .join('\n');
}

/** All durations as bars from the shortest to the longest. The scale is logarithmic: from a second to weeks is a factor of millions. */
export function windowsTimeLine(windows: Windows): string {
  const durations = Object.entries(windows)
    .filter(([name, value]) => name.endsWith('_SECONDS') && value >= 1)
    .sort(([, a], [, b]) => a - b);
  const longest = Math.max(...durations.map(([, value]) => value));
  const column = (seconds: number): number => Math.round((Math.log(seconds) / Math.log(longest)) * BAR_WIDTH);
  const nameColumn = Math.max(...durations.map(([name]) => name.length));

  const ticks = TICKS_SECONDS.filter((tick) => tick < longest);
  const scale = ticks.reduce((line, tick) => `${line.padEnd(column(tick))}|${duration(tick)}`, '');
  const bars = durations.map(([name, value]) => `${name.padEnd(nameColumn)}  ${'─'.repeat(column(value))}┤ ${duration(value)}`);
  return [`${' '.repeat(nameColumn)}  ${scale}`, ...bars].join('\n');
}

/** Both, and that the windows fit together. Throws `OperationError` with the rules that they break. */
export function windowsReport(width: number): string {
  const broken = checkWindows();
  if (broken.length > 0) throw new OperationError(broken.join(' '));
  return `${windowsTable(WINDOWS, windowSentences(), width)}\n\n${windowsTimeLine(WINDOWS)}\n\nAll rules between these windows hold.`;
}
