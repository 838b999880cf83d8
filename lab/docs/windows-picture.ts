import { join } from 'node:path';
import { duration } from '../../contract/window-units';
import { WINDOW_MARKS, type WindowKeeper, type WindowMark } from '../start/control/window-marks';

/** The console's colours on paper, each with the name that the legend gives it. */
const KEEPERS: Record<WindowKeeper, { colour: string; name: string }> = {
  Queue: { colour: '#a3275f', name: 'queues' },
  InProgress: { colour: '#8a5200', name: 'layer InProgress' },
  Guard: { colour: '#1f6f43', name: 'layer Guard' },
  Provider: { colour: '#0a6875', name: 'layer Provider' },
  Ledger: { colour: '#64469c', name: 'layer Ledger' },
  Elsewhere: { colour: '#5a606b', name: 'not in this stack' },
};
const MUTED = '#5a606b';
const INK = '#1c1e21';

const LEFT = 210;
const RIGHT = 770;
const TOP = 70;
const ROW = 34;
const WIDTH = 1120;
/** Ends of the logarithmic scale. */
const FIRST_SECONDS = 1;
const LAST_SECONDS = 60 * 86_400;
const TICKS_SECONDS = [1, 60, 3_600, 86_400, 864_000];

const x = (seconds: number): number =>
  Math.round(LEFT + ((RIGHT - LEFT) * Math.log(seconds / FIRST_SECONDS)) / Math.log(LAST_SECONDS / FIRST_SECONDS));

/** What is not in this stack is an outline. */
const fillOf = (keeper: WindowKeeper): string =>
  keeper === 'Elsewhere' ? `fill="none" stroke="${KEEPERS[keeper].colour}" stroke-dasharray="4 3"` : `fill="${KEEPERS[keeper].colour}"`;

const text = (at: number, y: number, attributes: string, content: string): string =>
  `  <text x="${at}" y="${y}" ${attributes}>${content}</text>`;

function row({ label, keeper, seconds, after }: WindowMark, index: number): string {
  const y = TOP + index * ROW;
  const end = seconds === undefined ? RIGHT : x(seconds);
  const { colour } = KEEPERS[keeper];
  const endless = seconds === undefined ? `  <path d="M${RIGHT} ${y + 3}l14 8-14 8z" fill="${colour}"/>` : undefined;
  return [
    text(LEFT - 14, y + 16, `text-anchor="end" font-weight="600"`, label),
    `  <rect x="${LEFT}" y="${y + 5}" width="${end - LEFT}" height="12" ${fillOf(keeper)}/>`,
    endless,
    text(end + (endless ? 22 : 8), y + 16, `font-weight="600" fill="${colour}"`, seconds === undefined ? 'for ever' : duration(seconds)),
    text(RIGHT + 92, y + 16, `font-size="12.5" fill="${MUTED}"`, seconds === undefined ? '' : `then ${after}`),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function tick(seconds: number, bottom: number): string {
  const at = x(seconds);
  return [
    `  <path d="M${at} ${TOP - 8}V${bottom}" stroke="#dedbd3"/>`,
    text(at, TOP - 16, `text-anchor="middle" font-size="12.5" fill="${MUTED}"`, duration(seconds)),
  ].join('\n');
}

function legend(y: number): string {
  return Object.entries(KEEPERS)
    .map(([keeper, { name }], index) => {
      const at = 24 + index * 150;
      return `  <rect x="${at}" y="${y - 10}" width="12" height="12" ${fillOf(keeper as WindowKeeper)}/>\n${text(at + 20, y, 'font-size="12.5"', name)}`;
    })
    .join('\n');
}

/** The windows as a picture: a bar each on a logarithmic scale, counted from the moment a payment is accepted. */
export function windowsPicture(marks: readonly WindowMark[] = WINDOW_MARKS): string {
  const bottom = TOP + marks.length * ROW;
  const height = bottom + 50;
  const told = marks.map(({ label, seconds }) => `${label}: ${seconds === undefined ? 'for ever' : duration(seconds)}`).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" font-size="14" fill="${INK}">
  <title id="title">How long a payment is remembered, and by what</title>
  <desc id="desc">${told}.</desc>
  <rect x="0.75" y="0.75" width="${WIDTH - 1.5}" height="${height - 1.5}" rx="10" fill="#ffffff" stroke="#cbd5e1" stroke-width="1.5"/>
${text(24, 32, 'font-weight="600" font-size="15"', 'Time since a payment was accepted, logarithmic')}
${TICKS_SECONDS.map((seconds) => tick(seconds, bottom)).join('\n')}
${marks.map(row).join('\n')}
${legend(bottom + 28)}
</svg>
`;
}

export const WINDOWS_PICTURE = join(__dirname, '../../docs/windows.svg');
