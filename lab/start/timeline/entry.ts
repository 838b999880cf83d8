import type { Layer } from '../../../contract/names';

/** What kind of step an entry is; the console gives each a mark of its own. */
export type EntryKind =
  | 'request'
  | 'answer'
  | 'refusal'
  | 'send'
  | 'delivery'
  | 'guard'
  | 'ledger'
  | 'provider'
  | 'suppressed'
  | 'failure'
  | 'crash'
  | 'retry'
  | 'done'
  | 'dead-letter'
  | 'redrive'
  | 'lost';

/**
 * A window that some event of a payment starts, and others end before its time. `row` and `record` are those of ledger and guard; a record
 * counts when it is completed, because until then a later delivery may still replace it.
 */
export type PaymentWindow = 'row' | 'lease' | 'record' | 'visibility' | 'deduplication' | 'queue' | 'dlq' | 'providerKey';

/** One thing that happened to a payment, as it was seen happening. Holds ids, statuses and codes, and nothing that a service said in words. */
export interface TimelineEntry {
  /** ISO 8601, virtual time. */
  at: string;
  kind: EntryKind;
  /** One phrase for people. */
  text: string;
  attempt?: number;
  /** Folder of the function that did it. Absent: SQS did, or a person. */
  function?: string;
  /** As `GET /calls` shows it. */
  action?: string;
  /** As `GET /calls` shows it: `ok`, an error code, or the effect of a fault rule. */
  outcome?: string;
  /** The layer that stopped a duplicate. */
  layer?: Layer;
  /** True: the window counts anew from here. False: it has ended here, whatever was left of it. */
  windows?: Partial<Record<PaymentWindow, boolean>>;
}

/** Whom an entry is about. */
export interface Subject {
  orderId: string;
  attempt?: number;
}

/** What was observed, before it is said when and about whom. */
export type Observation = Omit<TimelineEntry, 'at' | 'attempt'>;
