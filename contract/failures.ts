/** Why a message was not finished. Codes are stable, free of secrets, and shown to operators as `lastFailure`. */
export type FailureCode = PermanentCode | TransientCode;

/** No later delivery can do better; a person has to look. */
export type PermanentCode =
  | 'message-unreadable'
  | 'payment-unknown'
  | 'message-differs-from-payment'
  | 'provider-refused'
  | 'provider-key-reused'
  | 'provider-reply-differs'
  | 'ledger-contradicts-provider';

const PERMANENT: Readonly<Record<PermanentCode, true>> = {
  'message-unreadable': true,
  'payment-unknown': true,
  'message-differs-from-payment': true,
  'provider-refused': true,
  'provider-key-reused': true,
  'provider-reply-differs': true,
  'ledger-contradicts-provider': true,
};

export const isPermanent = (code: string): code is PermanentCode => Object.hasOwn(PERMANENT, code);

/** A later delivery may succeed, or at least find out what happened. */
export type TransientCode =
  | 'in-progress'
  | 'behind-another'
  | 'out-of-time'
  | 'provider-unreachable'
  | 'provider-error'
  | 'provider-repeats-error'
  | 'provider-busy'
  | 'provider-rejects-credentials'
  | 'provider-processing'
  | 'unexpected-error';

export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
  readonly code: PermanentCode;

  constructor(code: PermanentCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

export class TransientFailure extends Error {
  override readonly name = 'TransientFailure';
  readonly code: TransientCode;

  constructor(code: TransientCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
