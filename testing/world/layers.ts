import { GUARD_LIFE_SECONDS, VISIBILITY_SECONDS } from '../../contract/windows';

/** Which layers a world has. What is taken away here is taken away by composing other parts: the product has no switches. */
export interface Layers {
  /** How the guard knows a delivery again; `none` runs every delivery unguarded. */
  readonly guardKey: 'business-event' | 'whole-payload' | 'message-id' | 'none';
  readonly guardLifeSeconds: number;
  /** False: a record is written only when the work is done, so nothing is known of work in progress. */
  readonly recordAtStart: boolean;
  /** False: the row is written for readers, and no delivery looks at it. */
  readonly ledger: boolean;
  /** False: each delivery makes and confirms a charge of its own, without a key. */
  readonly chargeId: boolean;
  readonly visibilitySeconds: number;
  /** What a script that copies messages back out of the DLQ sends them under. */
  readonly redriveUnder: 'fresh-id' | 'original-id';
}

export const SHIPPED: Layers = {
  guardKey: 'business-event',
  guardLifeSeconds: GUARD_LIFE_SECONDS,
  recordAtStart: true,
  ledger: true,
  chargeId: true,
  visibilitySeconds: VISIBILITY_SECONDS,
  redriveUnder: 'fresh-id',
};

const without = (taken: Partial<Layers>): Layers => ({ ...SHIPPED, ...taken });

/** An hour is what Powertools remembers unless it is told otherwise. */
const ONE_HOUR = { guardLifeSeconds: 3600 };
const TOO_SHORT_VISIBILITY = { visibilitySeconds: 5 };

/** Each layer taken away alone. */
export const ONE_TAKEN_AWAY = {
  'no guard': without({ guardKey: 'none' }),
  'no ledger': without({ ledger: false }),
  'no charge id': without({ chargeId: false }),
  'guard life 1 h': without(ONE_HOUR),
  'key = whole payload': without({ guardKey: 'whole-payload' }),
  'key = message id': without({ guardKey: 'message-id' }),
  'record at completion': without({ recordAtStart: false }),
  'visibility < lease': without(TOO_SHORT_VISIBILITY),
  'redrive under the original id': without({ redriveUnder: 'original-id' }),
} as const;

/** What a layer was covering for, seen once a second one is gone too. */
export const MORE_TAKEN_AWAY = {
  'no guard, no charge id': without({ guardKey: 'none', chargeId: false }),
  'no guard, no ledger': without({ guardKey: 'none', ledger: false }),
  'no ledger, guard life 1 h': without({ ledger: false, ...ONE_HOUR }),
  'no ledger, key = whole payload': without({ ledger: false, guardKey: 'whole-payload' }),
  'no ledger, key = message id': without({ ledger: false, guardKey: 'message-id' }),
  'no charge id, record at completion': without({ chargeId: false, recordAtStart: false }),
  'no guard, no charge id, visibility < lease': without({ guardKey: 'none', chargeId: false, ...TOO_SHORT_VISIBILITY }),
  'Powertools as most teams ship it': without({ ledger: false, chargeId: false, ...ONE_HOUR }),
} as const;
