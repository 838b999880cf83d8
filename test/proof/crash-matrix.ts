import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';
import type { Section } from './section';

export const EFFECTS = ['kill-before', 'kill-after', 'lose-reply', 'throttle', 'error', 'delay'] as const;

/** How a payment comes back after the failure. */
export const WAYS = [
  'redelivery',
  'copy beside the original',
  'client retry',
  'redrive after 14 h',
  'redrive after 13 days',
  'second redrive',
  "after the guard's life",
] as const;

export const CARDS = { good: 'pm_card_visa', declined: 'pm_card_chargeDeclined' } as const;

/** One outbound call of a payment: the `nth` of its kind, counted from 1. */
export interface Call {
  readonly function: string;
  readonly service: string;
  readonly action: string;
  readonly nth: number;
}

export interface Cell {
  readonly card: keyof typeof CARDS;
  /** One call, or two that fail in the same run. */
  readonly calls: readonly Call[];
  readonly effects: readonly (typeof EFFECTS)[number][];
  readonly way: (typeof WAYS)[number];
}

type Shop = ReturnType<typeof operator>;

/** The outbound calls of one payment, in order: first those of its POST, then those of its charge, by a process that knows no secret yet. */
async function recordCalls(shop: Shop, card: keyof typeof CARDS): Promise<Call[]> {
  await shop.kill('charge');
  const folders = ['submit-payment', 'charge'];
  const list = async (folder: string) => shop.calls(folder);
  const before = await Promise.all(folders.map(async (folder) => (await list(folder)).length));
  await shop.post(payment(`record-${card}`, { paymentMethod: CARDS[card] }));
  await shop.settled(`record-${card}`);
  await shop.advance('PT1S');
  const seen = (await Promise.all(folders.map(async (folder, index) => (await list(folder)).slice(before[index])))).flat();
  const kind = (call: Omit<Call, 'nth'>) => `${call.function} ${call.service} ${call.action}`;
  return seen.map((call, index) => ({
    function: call.function,
    service: call.service,
    action: call.action,
    nth: seen.slice(0, index + 1).filter((other) => kind(other) === kind(call)).length,
  }));
}

/** Every call × every effect × every way back, for one card. */
export const everyCell = (card: keyof typeof CARDS, calls: readonly Call[]): Cell[] =>
  calls.flatMap((call) => EFFECTS.flatMap((effect) => WAYS.map((way) => ({ card, calls: [call], effects: [effect], way }))));

/** Two calls failing in one run, `count` of all such pairs, spread evenly. */
export function somePairs(card: keyof typeof CARDS, calls: readonly Call[], count: number): Cell[] {
  const pairs = calls.flatMap((first, index) => calls.slice(index + 1).map((second) => [first, second]));
  const all = pairs.flatMap((pair) =>
    EFFECTS.flatMap((first) =>
      EFFECTS.flatMap((second) => WAYS.map((way): Cell => ({ card, calls: pair, effects: [first, second], way }))),
    ),
  );
  // A step without a common divisor with the length visits distinct cells all over the list.
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[(index * 7919) % all.length]!);
}

/** What went wrong in a cell; nothing, as it should be. */
async function runCell(shop: Shop, cell: Cell, orderId: string): Promise<string[]> {
  const body = payment(orderId, { paymentMethod: CARDS[cell.card] });
  const message = JSON.stringify({ ...body, attempt: 1 });
  // A process that has the secret already would make one call fewer.
  if (cell.calls.some(({ service }) => service === 'secretsmanager')) await shop.kill('charge');
  for (const [index, call] of cell.calls.entries()) {
    const effect = cell.effects[index]!;
    await shop.breakCall({ ...call, effect, ...(effect === 'delay' ? { delayMs: 300 } : {}) });
  }
  const first = await shop.post(body);
  // Only of a message that was sent can there be a copy; another would rightly be parked as one of an unknown payment.
  const copy = () => shop.enqueue(message, `${orderId}-copy`, `${orderId}-copy`);
  const isCopied = cell.way === 'copy beside the original';
  if (isCopied && first.status === 202) await copy();
  await shop.advance('PT1S');
  await shop.mendCalls();
  // Whoever got no 202 was promised nothing, and asks again.
  const retry = first.status !== 202 || cell.way === 'client retry' ? await shop.post(body) : first;
  if (isCopied && first.status !== 202) await copy();
  await comeBack(shop, cell.way, orderId, message);
  return judge(shop, cell, orderId, retry.status);
}

async function comeBack(shop: Shop, way: Cell['way'], orderId: string, message: string): Promise<void> {
  const failUntilDlq = async () => {
    await shop.fault({ mode: 'down', orderId });
    await shop.advance('PT16M');
  };
  const redriveAfter = async (wait: string) => {
    await shop.advance(wait);
    await shop.redrive({ toChargeQueue: true });
  };
  switch (way) {
    case 'redelivery':
    case 'client retry':
    case 'copy beside the original':
      break;
    case 'redrive after 14 h':
    case 'redrive after 13 days':
    case 'second redrive':
      await failUntilDlq();
      await intoDlq(shop, orderId, message);
      if (way === 'second redrive') {
        await redriveAfter('P13D');
        await failUntilDlq();
        await intoDlq(shop, orderId, message);
      }
      await shop.fault({ mode: 'none', orderId });
      await redriveAfter(way === 'redrive after 14 h' ? 'PT14H' : 'P13D');
      break;
    case "after the guard's life":
      await failUntilDlq();
      for (let month = 0; month < 3; month++) {
        await redriveAfter('P13D');
        await failUntilDlq();
      }
      await shop.fault({ mode: 'none', orderId });
      await redriveAfter('P4D');
      await shop.enqueue(message, orderId, `${orderId}-kept`);
      break;
    default:
      throw new Error(way satisfies never);
  }
  await shop.advance('PT16M');
}

let copies = 0;

/** A copy of the message among the dead letters, as if its last acknowledgement had failed. */
async function intoDlq(shop: Shop, orderId: string, message: string): Promise<void> {
  await shop.queues.enqueue(shop.dlqUrl, { body: message, groupId: orderId, deduplicationId: `dead-${++copies}` });
}

async function judge(shop: Shop, cell: Cell, orderId: string, accepted: number): Promise<string[]> {
  const seen = await shop.get(orderId);
  const charges = await shop.charges(orderId);
  const { ChargeQueue, ChargeDlq } = (await shop.state()).queues;
  const attempt = seen.attempts?.[0];
  // What was never started may be too old to be charged when it comes back: refused, and not lost.
  const right = cell.card === 'declined' ? ['declined', 'expired'] : ['charged', 'expired'];
  const tooOldAllowed = cell.way === "after the guard's life";
  const problems = [
    accepted !== 202 && `the client's second request was answered ${accepted}`,
    charges.length > 1 && `${charges.length} charges`,
    !right.includes(seen.status) && `ended ${seen.status}`,
    seen.status === 'expired' && !tooOldAllowed && 'expired',
    seen.status === 'charged' && charges[0]?.chargeId !== attempt?.chargeId && 'row and books disagree',
    seen.status !== 'charged' && charges.length > 0 && `charged, but ${seen.status}`,
    seen.status === 'charged' && charges[0]?.amount !== 1999 && 'another amount',
    ChargeQueue.visible + ChargeQueue.inFlight > 0 && 'a message is left in the queue',
    ChargeDlq.visible + ChargeDlq.inFlight > 0 && 'a message is left in the DLQ',
  ];
  return problems.flatMap((problem) => (problem === false ? [] : [problem]));
}

const describeCell = ({ card, calls, effects, way }: Cell): string =>
  `${card} card, ${calls.map(({ function: fn, action, nth }, index) => `${effects[index]} at ${fn} ${action} #${nth}`).join(' and ')}, ${way}`;

/** Simulators at once: a cell mostly waits, for a process to start or for a fault rule to be known everywhere. */
const SIMULATORS = 3;

/** Runs the cells that `choose` takes of the recorded calls, each simulator one cell at a time: a clock has only one cell to serve. */
export async function runCells(
  choose: (calls: Record<keyof typeof CARDS, Call[]>) => Cell[],
): Promise<{ cells: Cell[]; problems: string[]; calls: Record<keyof typeof CARDS, Call[]> }> {
  const simulators = await Promise.all(Array.from({ length: SIMULATORS }, () => startForTest()));
  try {
    const shops = simulators.map(operator);
    const calls = { good: await recordCalls(shops[0]!, 'good'), declined: await recordCalls(shops[0]!, 'declined') };
    const cells = choose(calls);
    const problems: string[] = [];
    const left = [...cells.entries()];
    const work = async (shop: Shop): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, cell] = next;
        const found = await runCell(shop, cell, `cell-${index}`).catch((error: unknown) => [String(error)]);
        problems.push(...found.map((problem) => `${describeCell(cell)}: ${problem}`));
      }
    };
    await Promise.all(shops.map(work));
    return { cells, problems, calls };
  } finally {
    await Promise.all(simulators.map((simulator) => simulator.close()));
  }
}

/** The whole matrix, and sampled pairs. */
export async function proveCrashMatrix({ pairs }: { pairs: number }): Promise<Section> {
  const { cells, problems, calls } = await runCells(({ good, declined }) => [
    ...everyCell('good', good),
    ...everyCell('declined', declined),
    ...somePairs('good', good, pairs),
  ]);
  return {
    title: 'Crash matrix',
    text:
      'Every outbound call of a payment — those of its POST and those of its charge, recorded from a run — fails in every way, and the payment comes back in every ' +
      'way: the real bundles on the simulator, the real AWS SDK and the real Stripe client. A good card must end charged once, a declined one declined and never charged; ' +
      'what was never started may end expired after 41 days. Rows and books must agree and both queues be empty.',
    figures: [
      ['outbound calls, good card', calls.good.length],
      ['outbound calls, declined card', calls.declined.length],
      ['effects', EFFECTS.length],
      ['ways back', WAYS.length],
      ['cells', cells.length - pairs],
      ['cells with two failing calls', pairs],
    ],
    doubleCharges: problems.filter((problem) => /\d+ charges/.test(problem)).length,
    lostPayments: problems.filter((problem) => /ended/.test(problem)).length,
    violations: problems,
  };
}
