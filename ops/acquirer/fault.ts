import type { Fault } from '@charge-once/acquirer/client';
import { acquirerOf } from '../client/acquirer';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { table } from '../table';

/** Breaks or mends the test acquirer. */
export async function setFault({ target }: Session, fault: Fault): Promise<Outcome> {
  const faults = await acquirerOf(target).setFault(fault);
  return { json: { faults }, text: faultsText(faults), exitCode: EXIT.ok };
}

function faultsText(faults: readonly Fault[]): string {
  if (faults.length === 0) return 'The acquirer works.';
  return table(
    ['fault', 'order', 'times'],
    faults.map(({ mode, orderId, times }) => [mode, orderId ?? 'all', times ?? 'until mended']),
  );
}
