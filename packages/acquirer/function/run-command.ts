import type { Acquirer } from './acquirer';
import { keyInUse, keyReused, lockTimeout } from './api-error';
import { answerOf, carryOut, isMade, makeIntent } from './carry-out';
import { expandOf, type Plan } from './command';
import { expiryOf, fingerprintOf, isForgotten, type KeyRecord, newRecord, takenOver } from './idempotency-keys';
import { keyAddress } from './layout';
import { type Reply, replayed, stateReply } from './reply';
import { type ApiRequest, look, type Seen } from './request';
import type { Store } from './store';

/** Tries to get hold of a key. Whoever was first decides, so a second look is nearly always the last. */
const MAX_ROUNDS = 10;

/** The record under a request's key, unless it is more than a day old. */
export const rememberedKey = ({ key }: Seen, nowMs: number): KeyRecord | undefined =>
  key && !isForgotten(key.body, nowMs) ? key.body : undefined;

/**
 * Carries out a command once for its idempotency key: the first request does it, later ones get its answer, one that comes while it is
 * at work gets 409. Without a key every request does it. Table calls of a first request, as long as the fault rules are remembered: a create
 * takes two (key with the answer, intent), a confirm three (look, key, intent with the answer).
 *
 * @param makePlan checks the parameters; whatever it throws is not kept under the key
 */
export async function runCommand(
  acquirer: Acquirer,
  request: ApiRequest,
  intentId: string | undefined,
  seen: Seen,
  makePlan: (seen: Seen) => Plan,
): Promise<Reply> {
  const { store } = acquirer;
  const { idempotencyKey: key, nowMs } = request;
  if (key === undefined) return carryOut(store, makePlan(seen), request.id, seen.intent);
  const fingerprint = fingerprintOf(request.method, request.path, request.pairs);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const remembered = rememberedKey(seen, nowMs);
    if (remembered) {
      if (remembered.fingerprint !== fingerprint) throw keyReused();
      const reply = await answerBefore(store, remembered, request, seen);
      if (reply) return reply;
    }
    const plan = planned(seen, makePlan);
    if (!plan) {
      seen = await look(acquirer, key, intentId);
      continue;
    }
    const record = remembered
      ? takenOver(remembered, request.id, nowMs)
      : { ...newRecord(fingerprint, request.id, nowMs), ...answerAhead(plan) };
    const claim = await store.write(keyAddress(key), record, seen.key, { expiresAt: expiryOf(record) });
    if (claim.kind === 'written') return carryOut(store, plan, request.id, seen.intent, { key, record: claim.document });
    // Another request had the key, or got hold of it in between. What it wrote decides; nothing of this one's plan was done.
    seen = await afterOvertaken(acquirer, key, intentId, seen, claim.present as Seen['key']);
  }
  throw lockTimeout();
}

/** `undefined` when the key must be looked at first: one that was used for something else outranks whatever is wrong with the request. */
function planned(seen: Seen, makePlan: (seen: Seen) => Plan): Plan | undefined {
  try {
    return makePlan(seen);
  } catch (error) {
    if (seen.keyRead) throw error;
    return undefined;
  }
}

/** The answer to a command on an intent may have been written there meanwhile; that to a create stands with the key. */
const afterOvertaken = async (
  acquirer: Acquirer,
  key: string,
  intentId: string | undefined,
  seen: Seen,
  present: Seen['key'],
): Promise<Seen> => (intentId === undefined ? { ...seen, key: present, keyRead: true } : look(acquirer, key, intentId));

/** What can be answered from what is remembered; `undefined` when the request that began is gone and the work must go on. */
async function answerBefore(store: Store, record: KeyRecord, { form, nowMs }: ApiRequest, { intent }: Seen): Promise<Reply | undefined> {
  if (record.reply) return replayed(record.reply, record.requestId);
  const answer = answerOf(intent?.body, record);
  if (intent && answer) return replayed(stateReply(intent.body, answer.state, answer.statusCode, expandOf(form)), answer.requestId);
  const { created } = record;
  // A create is answered once its intent exists. Until then it is at work, or it has died and the intent is made here.
  const made = created !== undefined && (await isMade(store, created.intent));
  if (!made && nowMs < record.leaseUntilMs) throw keyInUse();
  if (!created) return undefined;
  if (!made) await makeIntent(store, created.intent);
  return replayed(stateReply(created.intent, created.intent.state, created.statusCode, expandOf(form)), record.requestId);
}

/** The part of a record that is known before the work: a create's intent is written into the key first, so it can be made by anyone. */
function answerAhead(plan: Plan): Pick<KeyRecord, 'created' | 'reply'> {
  switch (plan.kind) {
    case 'create':
      return { created: { intent: plan.intent, statusCode: plan.statusCode } };
    case 'fail':
      return { reply: { statusCode: plan.error.statusCode, body: { error: plan.error.body }, headers: plan.error.headers } };
    case 'change':
      return {};
    default:
      return plan satisfies never;
  }
}
