import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import Stripe from 'stripe';
import { TransientFailure } from '../../contract/failures';
import { ENV } from '../../contract/names';
import { PROVIDER_CALL_TIMEOUT_SECONDS, SECRET_CACHE_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from './aws-client-config';
import { optional, required } from './environment';

/**
 * Connects to Stripe, or to the Stripe-compatible service at `PROVIDER_URL`. The key is read from Secrets Manager and again after
 * `SECRET_CACHE_SECONDS`, or at once when the provider refuses it, so that a rotated key is taken up without a deploy.
 *
 * Connecting throws `TransientFailure` for a key of another mode than `PROVIDER_LIVEMODE` names: such a key sees other charges, so that an empty
 * list or an unknown id would look like an answer.
 */
export function connectStripe(): () => Promise<Stripe> {
  const secretArn = required(ENV.providerSecretArn);
  const url = optional(ENV.providerUrl);
  const livemode = optional(ENV.providerLivemode);
  const secrets = new SecretsProvider({ clientConfig: AWS_CLIENT_CONFIG });
  const settings = { ...hostOf(url), timeout: PROVIDER_CALL_TIMEOUT_SECONDS * 1000, maxNetworkRetries: 0, telemetry: false };
  let client: { key: string; stripe: Stripe } | undefined;
  let isRefused = false;

  /** A key that was rolled is refused with 401: the next call must not wait for the cache to be old. */
  const watched = (stripe: Stripe): Stripe => {
    stripe.on('response', ({ status }: Stripe.ResponseEvent) => {
      if (status === 401) isRefused = true;
    });
    return stripe;
  };

  return async () => {
    const secret = await secrets.get(secretArn, { maxAge: SECRET_CACHE_SECONDS, forceFetch: isRefused });
    isRefused = false;
    // An editor ends a file with a line feed, which no HTTP header can carry.
    const key = typeof secret === 'string' ? secret.trim() : '';
    if (key === '') throw new Error('the provider secret holds no text');
    if (livemode !== undefined && isOfOtherMode(key, livemode === 'true')) throw new TransientFailure('provider-rejects-credentials');
    if (client?.key !== key) client = { key, stripe: watched(new Stripe(key, settings)) };
    return client.stripe;
  };
}

/**
 * Stripe's keys begin with their mode. A key without a mode is not refused here: each object that it reads has its own `livemode`.
 *
 * @see https://docs.stripe.com/keys
 */
function isOfOtherMode(key: string, livemode: boolean): boolean {
  const mode = /^[a-z]{2}_(live|test)_/.exec(key)?.[1];
  return mode !== undefined && (mode === 'live') !== livemode;
}

/** stripe-node puts `/v1/…` behind the host itself, so the URL's own path is left out. */
function hostOf(url: string | undefined): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (url === undefined) return {};
  const { hostname, port, protocol, pathname } = new URL(url);
  if (pathname !== '/v1/') throw new Error(`PROVIDER_URL must end in /v1/, and ends in ${pathname}`);
  const http = protocol === 'http:';
  return { host: hostname, port: Number(port) || (http ? 80 : 443), protocol: http ? 'http' : 'https' };
}
