import { stripeProbe } from '../../../functions/redrive/provider-probe.stripe';
import { type Reply, scriptedProvider } from '../../../testing/scripted-provider';

const error = (status: number, type: string, code?: string): Reply => ({ status, json: { error: { type, code, message: 'text' } } });
const intent: Reply = { status: 200, json: { id: 'pi_1', object: 'payment_intent' } };

async function probe(reply: Reply, chargeId?: string) {
  const { stripe, seen, close } = await scriptedProvider([reply, reply]);
  try {
    return { state: await stripeProbe(async () => stripe)(chargeId), requests: seen.map(({ request }) => request) };
  } finally {
    await close();
  }
}

it('reads one payment when no charge is known, and finds that the provider answers', async () => {
  expect(await probe({ status: 200, json: { object: 'list', data: [] } })).toEqual({
    state: undefined,
    requests: ['GET /v1/payment_intents'],
  });
});

it('reads the charge that is known, and nobody else’s', async () => {
  expect(await probe(intent, 'pi_1')).toEqual({ state: undefined, requests: ['GET /v1/payment_intents/pi_1'] });
});

it('takes it for an answer that the provider does not know the charge', async () => {
  expect((await probe(error(404, 'invalid_request_error', 'resource_missing'), 'pi_1')).state).toBeUndefined();
});

it.each<{ reply: Reply; state: string }>([
  { reply: 'cut', state: 'provider-unreachable' },
  { reply: error(500, 'api_error'), state: 'provider-error' },
  { reply: error(503, 'api_error'), state: 'provider-error' },
  { reply: error(429, 'rate_limit_error'), state: 'provider-busy' },
  { reply: error(401, 'invalid_request_error'), state: 'provider-rejects-credentials' },
  { reply: { status: 504, json: { message: 'Endpoint request timed out' } }, state: 'provider-error' },
])('says $state', async ({ reply, state }) => {
  expect((await probe(reply, 'pi_1')).state).toBe(state);
});

it('says unexpected-error when the key cannot be read: that would fail every charge too', async () => {
  const unreadable = () => Promise.reject(new Error('AccessDenied'));
  expect(await stripeProbe(unreadable)()).toBe('unexpected-error');
});
