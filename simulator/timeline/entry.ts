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
  layer?: string;
}

/** Whom an entry is about. */
export interface Subject {
  orderId: string;
  attempt?: number;
}

/** What is being seen, before it is known when and about whom. */
export type Sight = Omit<TimelineEntry, 'at' | 'attempt'>;
