import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { ENV } from '../contract/names';
import type { Encryption } from './encryption';
import type { Stage } from './settings';

/** Who moves the money: Stripe, or a service that speaks Stripe's API. */
export interface Provider {
  /** Secret whose value is the API key, as plain text. */
  readonly secret: ISecret;

  /**
   * Base URL, ending in `/v1/`.
   *
   * @default - Stripe itself
   */
  readonly url?: string;

  /**
   * The encryption whose key may protect the secret.
   *
   * @default - the secret is under a key of AWS's own
   */
  readonly encryption?: Encryption;
}

/** Lets the function read the provider's key, and tells it whom to call, and whether a charge moves money: in production alone it does. */
export function grantProvider(fn: LambdaFunction, provider: Provider, stage: Stage): void {
  provider.secret.grantRead(fn);
  provider.encryption?.grantUse(fn, 'secretsmanager');
  fn.addEnvironment(ENV.providerSecretArn, provider.secret.secretArn);
  fn.addEnvironment(ENV.providerLivemode, String(stage === 'production'));
  if (provider.url !== undefined) fn.addEnvironment(ENV.providerUrl, provider.url);
}
