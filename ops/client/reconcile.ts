import type { ReconciliationReport } from '../../functions/reconcile/report';
import { invoke } from './functions';
import type { Target } from './target';

/** Has ledger and provider compared now. Without times it goes on from the latest run. */
export const askReconciliation = (target: Target, times: { from?: string; to?: string } = {}): Promise<ReconciliationReport> =>
  invoke(target, 'ReconcileFunctionName', times);
