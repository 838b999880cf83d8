import type { Acquirer } from './acquirer';
import type { FaultDocument } from './fault-memory';
import type { Form } from './form-decoding';
import type { KeyRecord } from './idempotency-keys';
import type { Intent } from './intent';
import { FAULTS, intentAddress, keyAddress } from './layout';
import type { Stored } from './store';

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
  readonly faults: FaultDocument;
  readonly key: Stored<KeyRecord> | undefined;
  /** Whether the key was looked for. If not, its absence here says nothing. */
  readonly keyRead: boolean;
  readonly intent: Stored<Intent> | undefined;
}

/** Idempotency key, PaymentIntent and, unless they are remembered, the fault rules in one consistent read. */
export async function look({ store, faults }: Acquirer, idempotencyKey: string | undefined, intentId: string | undefined): Promise<Seen> {
  const key = idempotencyKey === undefined ? undefined : keyAddress(idempotencyKey);
  const intent = intentId === undefined ? undefined : intentAddress(intentId);
  const recalled = faults.recall();
  const remember = faults.asking();
  // One batch costs the caller one round trip, and all of it is needed before the first decision.
  const addresses = [recalled ? undefined : FAULTS, key, intent].filter((address) => address !== undefined);
  const found = addresses.length > 0 ? await store.read(addresses) : [];
  const at = (pk: string | undefined) => found.find((document) => document !== undefined && document.pk === pk);
  if (!recalled) remember(at(FAULTS.pk) as FaultDocument);
  return {
    faults: recalled ? recalled.document : (at(FAULTS.pk) as FaultDocument),
    key: at(key?.pk) as Seen['key'],
    keyRead: true,
    intent: at(intent?.pk) as Seen['intent'],
  };
}
