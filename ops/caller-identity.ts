import { LambdaClient } from '@aws-sdk/client-lambda';
import { OperationError } from './operation-error';
import type { ClientConfig } from './target';

/** The functions' limit on `requestedBy`, in characters. */
const MAX_LENGTH = 128;

const FORM = 'application/x-www-form-urlencoded';

/**
 * The caller's ARN without its first fields, such as `assumed-role/Operator/jane`. `GetCallerIdentity` needs no permission. One signed request
 * instead of another SDK client (docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html).
 */
export async function callerIdentity(client: ClientConfig): Promise<string> {
  const { config } = new LambdaClient(client);
  const region = await config.region();
  const endpoint = process.env.AWS_ENDPOINT_URL_STS ?? process.env.AWS_ENDPOINT_URL ?? `https://sts.${region}.amazonaws.com`;
  const { protocol, hostname, port, host } = new URL(endpoint);
  const body = 'Action=GetCallerIdentity&Version=2011-06-15';
  const signer = await config.signer({
    name: 'sigv4',
    signingName: 'sts',
    signingRegion: region,
    properties: {},
  });
  const request = {
    method: 'POST',
    protocol,
    hostname,
    port: Number(port) || undefined,
    path: '/',
    headers: { host, 'content-type': FORM },
    body,
  };
  const { headers } = await signer.sign(request);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(client.requestHandler.requestTimeout),
  });
  const arn = /<Arn>([^<]+)<\/Arn>/.exec(await response.text())?.[1];
  if (!response.ok || arn === undefined) throw new OperationError(`AWS does not say who is calling: STS answered ${response.status}.`);
  // The end is what tells people apart: the session's name.
  return arn.split(':').slice(5).join(':').slice(-MAX_LENGTH);
}
