import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import Stripe from 'stripe';
import { PROVIDER_CALL_TIMEOUT_SECONDS, SECRET_CACHE_SECONDS } from '../../lib/windows';
import { AWS_CLIENT_CONFIG } from './aws-client-config';
import { optional, required } from './environment';
import { ENV } from './names';

/**
 * Connects to Stripe, or to the Stripe-compatible service at `PROVIDER_URL`. The key is read from Secrets Manager and again after
 * `SECRET_CACHE_SECONDS`, so that a rotated key is taken up without a deploy.
 */
export function connectStripe(): () => Promise<Stripe> {
  const secretArn = required(ENV.providerSecretArn);
  const url = optional(ENV.providerUrl);
  const secrets = new SecretsProvider({ clientConfig: AWS_CLIENT_CONFIG });
  const settings = { ...hostOf(url), timeout: PROVIDER_CALL_TIMEOUT_SECONDS * 1000, maxNetworkRetries: 0, telemetry: false };
  let client: { key: string; stripe: Stripe } | undefined;

  return async () => {
    const key = await secrets.get(secretArn, { maxAge: SECRET_CACHE_SECONDS });
    if (typeof key !== 'string' || key === '') throw new Error('the provider secret holds no text');
    if (client?.key !== key) client = { key, stripe: new Stripe(key, settings) };
    return client.stripe;
  };
}

/** stripe-node puts `/v1/…` behind the host itself, so the URL's own path is left out. */
function hostOf(url: string | undefined): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (url === undefined) return {};
  const { hostname, port, protocol, pathname } = new URL(url);
  if (pathname !== '/v1/') throw new Error(`PROVIDER_URL must end in /v1/, and ends in ${pathname}`);
  const http = protocol === 'http:';
  return { host: hostname, port: Number(port) || (http ? 80 : 443), protocol: http ? 'http' : 'https' };
}
