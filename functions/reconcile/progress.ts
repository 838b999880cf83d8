import type { OpenPlaces } from './open-payments';
import type { ReconciliationReport } from './report';
import type { Walk } from './walk';

/** How far the comparison has come. Written at the end of a run alone: a run that dies is repeated, which finds everything settled. */
export interface Progress {
  /** ISO 8601: when the schedule ran for the first time. */
  readonly since?: string;
  /** Follows the provider's list as closely as its payments can be settled. */
  readonly fresh?: Walk;
  /** Follows it a second time, when no charge can be started any more. */
  readonly final?: Walk;
  /** Follows the charges that the ledger has recorded. */
  readonly recorded?: Walk;
  readonly open: OpenPlaces;
  /** A comparison that was asked for and is not finished; asking for the same again goes on with it. */
  readonly asked?: { readonly from?: string; readonly to?: string; readonly charges: Walk; readonly recorded: Walk };
}

/** One item that holds the last report and the progress. */
export interface ProgressStore {
  load(): Promise<Progress>;
  save(progress: Progress, report: ReconciliationReport): Promise<void>;
}
