import { lockTimeout } from './api-error';
import type { Plan } from './command';
import { expiryOf, type KeyRecord } from './idempotency-keys';
import type { Intent, IntentAnswer } from './intent';
import { intentAddress, keyAddress, timelineKey } from './layout';
import { errorReply, type Reply, refusedReply, replayed, stateReply } from './reply';
import type { Outcome, Store, Stored } from './store';

/** Tries to change an intent while others change it. Each failure means that somebody else succeeded. */
const MAX_ROUNDS = 50;

/** Answers kept with an intent, about 1 KB each. Only declines can repeat, so only the oldest of very many declines is ever forgotten early. */
const MAX_ANSWERS = 50;

/** An idempotency key that this request holds. */
export interface Claim {
  readonly key: string;
  readonly record: Stored<KeyRecord>;
}

type Change = Extract<Plan, { kind: 'change' }>;

/** Does what was planned. Everything may already have been done, in part, by an earlier request that died. */
export async function carryOut(
  store: Store,
  plan: Plan,
  requestId: string,
  intent: Stored<Intent> | undefined,
  claim?: Claim,
): Promise<Reply> {
  switch (plan.kind) {
    case 'create':
      await makeIntent(store, plan.intent);
      return stateReply(plan.intent, plan.intent.state, plan.statusCode, plan.expand);
    case 'change':
      if (!intent) throw new Error('a change was planned without an intent');
      return change(store, plan, requestId, intent, claim);
    case 'fail':
      return errorReply(plan.error);
    default:
      return plan satisfies never;
  }
}

/** Leaves an intent alone that is already there, and may have moved on. */
export async function makeIntent(store: Store, intent: Intent): Promise<void> {
  await writeIntent(store, intent, undefined);
}

export const isMade = async (store: Store, intent: Intent): Promise<boolean> => (await store.read([addressOf(intent)]))[0] !== undefined;

export const answerOf = (intent: Intent | undefined, { generation }: KeyRecord): IntentAnswer | undefined =>
  intent?.answers.find((answer) => answer.generation === generation);

/** The one conditional write that decides about money: status, charge and answer change together, from the state that was judged. */
async function change(store: Store, { apply, expand }: Change, requestId: string, seen: Stored<Intent>, claim?: Claim): Promise<Reply> {
  let present: Stored<Intent> | undefined = seen;
  for (let round = 0; present && round < MAX_ROUNDS; round++) {
    const intent: Intent = present.body;
    // Somebody who took this key over, or had it before, was faster: there must not be a second answer.
    const earlier = claim && answerOf(intent, claim.record.body);
    if (earlier) return replayed(stateReply(intent, earlier.state, earlier.statusCode, expand), earlier.requestId);
    const transition = apply(intent);
    if (transition.kind === 'refused') return keepReply(store, refusedReply(transition.error, intent), claim);
    const { state, statusCode } = transition;
    const answers = claim
      ? [...intent.answers.slice(1 - MAX_ANSWERS), { generation: claim.record.body.generation, requestId, statusCode, state }]
      : intent.answers;
    const outcome = await writeIntent(store, { ...intent, state, answers }, present);
    if (outcome.kind === 'written') return stateReply(intent, state, statusCode, expand);
    // The intent changed between look and write: judge it again as it is now.
    present = outcome.present as Stored<Intent> | undefined;
  }
  throw lockTimeout();
}

/** A refusal changes no intent, so it is kept with the key. If the key was taken over meanwhile, the other request's answer counts. */
async function keepReply(store: Store, reply: Reply, claim: Claim | undefined): Promise<Reply> {
  if (claim) {
    const { key, record } = claim;
    await store.write(keyAddress(key), { ...record.body, reply }, record, { expiresAt: expiryOf(record.body) });
  }
  return reply;
}

/** The place in the time line goes with every write: without it the intent would drop out of the index, and out of the books. */
const writeIntent = (store: Store, intent: Intent, seen: Stored<Intent> | undefined): Promise<Outcome<Intent>> =>
  store.write(addressOf(intent), intent, seen, { timelineKey: timelineKey(intent.createdMs, intent.id) });

function addressOf(intent: Intent) {
  const address = intentAddress(intent.id);
  if (!address) throw new Error('an intent without a proper id was stored');
  return address;
}
