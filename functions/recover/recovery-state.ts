import type { PaymentEvent } from '../../contract/payment-event';

/** A payment whose message was sent back. */
export interface Sent extends Pick<PaymentEvent, 'orderId' | 'attempt'> {
  /** ISO 8601. */
  readonly at: string;
}

/** The one payment that shows whether the worker and the provider work again. */
export interface Canary extends Sent {
  /** It had ended before: then only its absence from the DLQ tells that its message did, too. */
  readonly isSettled: boolean;
}

export interface RecoveryState {
  /** `trying`: one canary at a time. `sending`: a canary has ended, and the rest goes back. */
  readonly phase: 'trying' | 'sending';
  /** Set by a person: nothing is sent back until it is cleared. */
  readonly isPaused: boolean;
  /** On its way: not known to have ended or come back. */
  readonly canary?: Canary;
  /** When the last canary was sent, or the last return was seen. ISO 8601. */
  readonly triedAt?: string;
  /** Least time from then to the next canary. */
  readonly pauseSeconds: number;
  /** When the rest began to go back. ISO 8601. */
  readonly sendingSince?: string;
  /** The latest that were sent, at most `RECOVERED_WATCHED`: their ends show that the provider charges. */
  readonly watched: readonly Sent[];
  /** When the latest of them ended, at most `RECOVERED_WATCHED` times. ISO 8601. */
  readonly endedAt: readonly string[];
}

export const INITIAL_STATE: RecoveryState = { phase: 'trying', isPaused: false, pauseSeconds: 0, watched: [], endedAt: [] };

export interface StoredState {
  readonly state: RecoveryState;
  /** Grows with each write; 0 when nothing was written. */
  readonly version: number;
}

/** One item, written over no version but the one that was read: of two runs at once, one goes on. */
export interface RecoveryStates {
  load(): Promise<StoredState>;
  /** @returns the new version; `undefined` when somebody else has written since. */
  save(state: RecoveryState, version: number): Promise<number | undefined>;
}
