import type { FaultRules } from './fault-rules';
import type { Form } from './form-decoding';
import type { KeyRecord } from './idempotency-keys';
import type { Intent } from './intent';
import { FAULTS, intentAddress, keyAddress } from './layout';
import type { Store, Stored } from './store';

/** One request as the core sees it. */
export interface ApiRequest {
  readonly id: string;
  readonly method: string;
  /** Always with the version, such as `/v1/payment_intents`. */
  readonly path: string;
  readonly query: Form;
  readonly form: Form;
  /** Parameters of the body as they came, for comparison under an idempotency key. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly body: string;
  readonly idempotencyKey: string | undefined;
  readonly nowMs: number;
}

/** What a request must know before it does anything. */
export interface Seen {
  readonly faults: Stored<FaultRules> | undefined;
  readonly key: Stored<KeyRecord> | undefined;
  readonly intent: Stored<Intent> | undefined;
}

/** Fault rules, idempotency key and PaymentIntent in one consistent read. */
export async function look(store: Store, idempotencyKey: string | undefined, intentId: string | undefined): Promise<Seen> {
  const key = idempotencyKey === undefined ? undefined : keyAddress(idempotencyKey);
  const intent = intentId === undefined ? undefined : intentAddress(intentId);
  // One batch costs the caller one round trip, and all of it is needed before the first decision.
  const found = await store.read([FAULTS, key, intent].filter((address) => address !== undefined));
  const at = (pk: string | undefined) => found.find((document) => document !== undefined && document.pk === pk);
  return { faults: at(FAULTS.pk) as Seen['faults'], key: at(key?.pk) as Seen['key'], intent: at(intent?.pk) as Seen['intent'] };
}
