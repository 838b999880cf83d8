import Table from 'cli-table3';
import { decimalsOf } from '../contract/currencies';
import { duration } from '../contract/window-units';

type Cell = string | number | undefined;

/** No colours: the same text on a terminal, in a file and in a chat. */
const PLAIN = { style: { head: [], border: [], compact: true } };

/** Rows under headings. An empty cell shows as a dash. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const drawn = new Table({ ...PLAIN, head: [...head] });
  for (const row of rows) drawn.push(row.map((cell) => String(cell ?? '-')));
  return drawn.toString();
}

/** Names and their values, one a line. */
export function facts(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const drawn = new Table(PLAIN);
  for (const [name, value] of rows) drawn.push([name, String(value ?? '-')]);
  return drawn.toString();
}

/** Such as `19.99 EUR` for 1999 minor units; a currency that is not known here keeps its minor unit. */
export function money({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const decimals = decimalsOf(currency);
  return decimals === undefined ? `${amount} ${currency} (minor unit)` : `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

/** Seconds in the largest unit of which there are two or more: `90 min`, `30 h`, `3 d`. */
export function age(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = [86_400, 3_600, 60].find((each) => whole >= 2 * each) ?? 1;
  return duration(whole - (whole % unit));
}
