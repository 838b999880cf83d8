import { isTerminal } from '../../functions/shared/payments';
import { FAILURES, goesWell } from '../../testing/world/failures';
import { type Layers, MORE_TAKEN_AWAY, ONE_TAKEN_AWAY, SHIPPED } from '../../testing/world/layers';
import { createWorld, inVirtualTime } from '../../testing/world/world';
import type { Section } from './section';

/** What one failure did to one payment. */
export interface Cell {
  readonly charges: number;
  /** The payment did not end: its message is in the DLQ, or nowhere any more. */
  readonly open?: 'in the DLQ' | 'lost';
  readonly ledgerReads: number;
  readonly providerCalls: number;
}

export const COLUMNS: Readonly<Record<string, Layers>> = { shipped: SHIPPED, ...ONE_TAKEN_AWAY, ...MORE_TAKEN_AWAY };

/** Plays one failure with these layers, then lets all go well until the queue is empty. */
export async function play(failure: string, layers: Layers): Promise<Cell> {
  const world = createWorld(layers);
  await inVirtualTime(world, async () => {
    await FAILURES[failure]!(world);
    await goesWell(world);
    // Past whatever may still be under way.
    await world.clock.advance(600_000);
  });
  const { ledgerReads, providerCalls } = world.counts;
  const cell = { charges: world.bank.charges.length, ledgerReads, providerCalls };
  if (world.ledger.rows().every(isTerminal)) return cell;
  return { ...cell, open: world.queues.size().dlq > 0 ? 'in the DLQ' : 'lost' };
}

const isRight = ({ charges, open }: Cell): boolean => charges === 1 && open === undefined;
const show = (cell: Cell): string => {
  const text = cell.open ? `${cell.charges}, ${cell.open}` : String(cell.charges);
  return isRight(cell) ? text : `**${text}**`;
};

interface Purpose {
  readonly why: string;
  /** Where to see it when no failure needs the layer as long as the others stand: a second one is gone, without and with this one. */
  readonly seenIn?: readonly [without: keyof typeof MORE_TAKEN_AWAY, with_: keyof typeof ONE_TAKEN_AWAY | keyof typeof MORE_TAKEN_AWAY];
}

const PURPOSES: Readonly<Record<keyof typeof ONE_TAKEN_AWAY, Purpose>> = {
  'no guard': {
    why: 'it keeps two deliveries of a payment from running at once, and answers a repeat with one write in place of a read and a call',
    seenIn: ['no guard, no charge id', 'no charge id'],
  },
  'no ledger': { why: 'it never forgets, and tells a later delivery the id to go on with' },
  'no charge id': { why: 'the provider confirms an id at most once, whoever asks and however late' },
  'guard life 1 h': {
    why: 'a guard that outlives the covered replays still stands when the ledger does not',
    seenIn: ['no ledger, guard life 1 h', 'no ledger'],
  },
  'key = whole payload': {
    why: 'the business event alone is still the same when the message comes with another trace or time stamp',
    seenIn: ['no ledger, key = whole payload', 'no ledger'],
  },
  'key = message id': {
    why: 'a redrive and a second publication are new messages with new ids',
    seenIn: ['no ledger, key = message id', 'no ledger'],
  },
  'record at completion': {
    why: 'a record from the start keeps two copies from running at once',
    seenIn: ['no charge id, record at completion', 'no charge id'],
  },
  'visibility < lease': {
    why: 'a message that is hidden while it is worked on is not worked on twice, and does not use up its receives',
    seenIn: ['no guard, no charge id, visibility < lease', 'no guard, no charge id'],
  },
  'redrive under the original id': { why: 'SQS answers a send under an id of the last five minutes and delivers nothing' },
};

/** Every failure against every set of layers. */
export async function runAblation(): Promise<Section> {
  const columns = Object.entries(COLUMNS);
  const rows: { failure: string; cells: Cell[] }[] = [];
  for (const failure of Object.keys(FAILURES)) {
    const cells: Cell[] = [];
    for (const [, layers] of columns) cells.push(await play(failure, layers));
    rows.push({ failure, cells });
  }
  const column = (name: string) => rows.map(({ cells }) => cells[columns.findIndex(([other]) => other === name)]!);
  const shipped = column('shipped');
  const wrong = rows.filter((_, index) => !isRight(shipped[index]!)).map(({ failure }) => `not charged once: ${failure}`);
  return {
    title: 'One layer less',
    text:
      'Each row is a failure, each column the system with a layer taken away; a cell is the number of charges that the customer gets. The layers overlap on ' +
      'purpose, so that most of them can fail alone; the later columns take away two, to show what the first was covering for.',
    figures: [
      ['failures', rows.length],
      ['sets of layers', columns.length],
      ['cells that are not one charge, as shipped', wrong.length],
      [
        'cells that are not one charge, with layers taken away',
        rows.flatMap(({ cells }) => cells.slice(1)).filter((cell) => !isRight(cell)).length,
      ],
    ],
    details: `${table(
      ['failure', ...columns.map(([name]) => name)],
      rows.map(({ failure, cells }) => [failure, ...cells.map(show)]),
    )}\n\n${reasons(column)}\n`,
    doubleCharges: shipped.filter(({ charges }) => charges > 1).length,
    lostPayments: shipped.filter(({ open }) => open === 'lost').length,
    violations: wrong,
  };
}

/** Says plainly which layers are needed for safety, and what the others are there for. */
function reasons(column: (name: string) => Cell[]): string {
  const failing = (name: string) => column(name).filter((cell) => !isRight(cell)).length;
  const sum = (name: string, count: 'ledgerReads' | 'providerCalls') => column(name).reduce((total, cell) => total + cell[count], 0);
  const line = ([name, { why, seenIn }]: [string, Purpose]): string => {
    const verdict = seenIn
      ? `alone, not needed for safety: the others cover for it. With more taken away (*${seenIn[0]}*), ${failing(seenIn[0])} failures go wrong and not ${failing(seenIn[1])}`
      : `needed: without it ${failing(name)} of the failures go wrong`;
    const cost = `The charge reads the ledger ${sum(name, 'ledgerReads')} times and calls the provider ${sum(name, 'providerCalls')} times`;
    return `- **${name}** \u2014 ${verdict}. What it is for: ${why}. ${cost}.`;
  };
  const shipped = `As shipped, over all failures, the charge reads the ledger ${sum('shipped', 'ledgerReads')} times and calls the provider ${sum('shipped', 'providerCalls')} times.`;
  return [shipped, '', ...Object.entries(PURPOSES).map(line)].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
