import type { Layer } from '../../../contract/names';
import {
  DLQ_RETENTION_SECONDS,
  GUARD_LIFE_SECONDS,
  LEASE_SECONDS,
  PROVIDER_KEY_LIFE_SECONDS,
  QUEUE_RETENTION_SECONDS,
  SQS_DEDUPLICATION_SECONDS,
  VISIBILITY_SECONDS,
} from '../../../contract/windows';

/** What one of them belongs to: a layer that stops duplicates, the queue that brings them, or what this stack does without. */
export type WindowKeeper = Exclude<Layer, 'Api'> | 'Queue' | 'Elsewhere';

export interface WindowMark {
  readonly label: string;
  readonly keeper: WindowKeeper;
  /** Absent: for ever. */
  readonly seconds?: number;
  /** What it means when the window is over. */
  readonly after: string;
}

/**
 * Powertools' own life of a record, `expiresAfterSeconds`. Not a window of this stack; drawn because most double charges begin behind it.
 * https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/#expiring-idempotency-records
 */
const STOCK_RECORD_LIFE_SECONDS = 60 * 60;

/** The windows that decide whether a repetition is recognised, shortest first: the console's time line and docs/windows.svg. */
export const WINDOW_MARKS: readonly WindowMark[] = [
  { label: 'In-progress lease', keeper: 'InProgress', seconds: LEASE_SECONDS, after: 'a dead worker lets go' },
  { label: 'Visibility time-out', keeper: 'Queue', seconds: VISIBILITY_SECONDS, after: 'delivered again if unfinished' },
  { label: 'FIFO deduplication', keeper: 'Queue', seconds: SQS_DEDUPLICATION_SECONDS, after: 'SQS takes the send again' },
  { label: 'Record life by default', keeper: 'Elsewhere', seconds: STOCK_RECORD_LIFE_SECONDS, after: 'a stock guard has forgotten' },
  { label: 'Provider’s key', keeper: 'Provider', seconds: PROVIDER_KEY_LIFE_SECONDS, after: 'the charge’s own id still holds' },
  { label: 'Queue retention', keeper: 'Queue', seconds: QUEUE_RETENTION_SECONDS, after: 'a message nobody took is lost' },
  { label: 'DLQ retention', keeper: 'Queue', seconds: DLQ_RETENTION_SECONDS, after: 'a dead letter is lost' },
  { label: 'Guard record', keeper: 'Guard', seconds: GUARD_LIFE_SECONDS, after: 'the ledger still knows' },
  { label: 'Ledger row', keeper: 'Ledger', after: 'nothing: it does not expire' },
];
