import type { SimulatorClient } from '../../../ops/client/simulator-client';
import type { RecordedCall } from '../../../ops/client/simulator-types';

type Call = Omit<RecordedCall, 'at'>;

/** Requests that functions of this product made, by what they cost: the acquirer's own are left out, as Stripe's would be. */
export interface Requests {
  readonly tableWrites: number;
  /** Writes whose condition failed: DynamoDB charges them like any other. */
  readonly refusedWrites: number;
  readonly tableReads: number;
  /** Requests to SQS by functions. The event source mapping's own receive and delete come on top: one each for a batch. */
  readonly queueRequests: number;
  readonly providerCalls: number;
}

export const NONE: Requests = { tableWrites: 0, refusedWrites: 0, tableReads: 0, queueRequests: 0, providerCalls: 0 };

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
const REFUSED = 'ConditionalCheckFailedException';

export function sumOf(calls: readonly Call[]): Requests {
  const count = (which: (call: Call) => boolean): number => calls.filter(which).length;
  const isWrite = ({ service, action }: Call) => service === 'dynamodb' && WRITES.has(action);
  return {
    tableWrites: count((call) => isWrite(call) && call.outcome !== REFUSED),
    refusedWrites: count((call) => isWrite(call) && call.outcome === REFUSED),
    tableReads: count((call) => call.service === 'dynamodb' && !WRITES.has(call.action)),
    queueRequests: count(({ service }) => service === 'sqs'),
    providerCalls: count(({ service }) => service === 'acquirer'),
  };
}

/**
 * The requests that functions make while `work` runs, once everything that it began has come to an end.
 *
 * @param by whose: those of the product, or the test acquirer's own
 */
export async function requestsOf(
  { control }: Pick<SimulatorClient, 'control'>,
  work: () => Promise<unknown>,
  by: 'product' | 'acquirer' = 'product',
): Promise<Requests> {
  const seen = async (): Promise<Call[]> =>
    (await control.calls()).filter((call) => (call.function === 'acquirer') === (by === 'acquirer'));
  const before = (await seen()).length;
  await work();
  await untilQuiet(control);
  return sumOf((await seen()).slice(before));
}

/** Until everything that was begun has come to an end; nobody has to ask for a row, which would be a request too. */
export const untilQuiet = (control: SimulatorClient['control']): Promise<void> => control.advance('PT1S');
