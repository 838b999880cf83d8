import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { ENV } from '../functions/shared/names';

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
}

/** Lets the function read the provider's key, and tells it whom to call. */
export function grantProvider(fn: LambdaFunction, provider: Provider): void {
  provider.secret.grantRead(fn);
  fn.addEnvironment(ENV.providerSecretArn, provider.secret.secretArn);
  if (provider.url !== undefined) fn.addEnvironment(ENV.providerUrl, provider.url);
}
