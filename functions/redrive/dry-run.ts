import { PREVIEW_SAMPLE_SIZE, REDRIVE_TIMEOUT_SECONDS } from '../../contract/windows';
import type { DeadLetter } from '../shared/dlq/dlq';
import { chosenOrders } from './chosen-orders';
import { assess, type Preview, type PreviewPorts, preview } from './preview';
import { scanDlq } from './scan-dlq';

/** What a start would do. Nothing was sent or deleted, and every message is receivable again. */
export interface DryRun {
  /** Messages that would be moved: all that SQS counts, or those of the chosen orders. */
  readonly wouldMove: number;
  /** Chosen orders of which no message was found. */
  readonly notFound: readonly string[];
  /** Whether the search found all messages of the chosen orders: of one order it sees ten. */
  readonly complete: boolean;
  /** The verdict on what would be moved. */
  readonly preview: Preview;
}

export interface DryRunPorts extends PreviewPorts {
  readonly timeLeft: () => boolean;
}

/** @param orderIds the chosen orders; `undefined` for the whole queue */
export async function dryRun(orderIds: readonly string[] | undefined, ports: DryRunPorts): Promise<DryRun> {
  if (orderIds === undefined) {
    const seen = await preview(ports);
    return { wouldMove: seen.visible, notFound: [], complete: true, preview: seen };
  }
  const visible = await ports.dlq.visible();
  const orders = chosenOrders(orderIds);
  const sample: DeadLetter[] = [];
  let wouldMove = 0;
  const complete = await scanDlq(
    ports.dlq,
    REDRIVE_TIMEOUT_SECONDS,
    ports.timeLeft,
    async (messages) => {
      const { wanted } = orders.select(messages);
      wouldMove += wanted.length;
      sample.push(...wanted.slice(0, PREVIEW_SAMPLE_SIZE - sample.length));
      return [];
    },
    orders.isChosen,
  );
  return { wouldMove, notFound: orders.notFound(), complete, preview: { visible, ...(await assess(sample, wouldMove, ports)) } };
}
