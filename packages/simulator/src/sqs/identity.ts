import { AwsError } from '../types';

/** Where the queues are: the parts of their URLs and ARNs. */
export interface Identity {
  region: string;
  accountId: string;
  /** Without a trailing slash, such as `http://127.0.0.1:4566`. */
  endpoint: string;
}

export function arnOf({ region, accountId }: Identity, name: string): string {
  return `arn:aws:sqs:${region}:${accountId}:${name}`;
}

export function urlOf({ endpoint, accountId }: Identity, name: string): string {
  return `${endpoint}/${accountId}/${name}`;
}

/**
 * Account and name of a queue URL, whatever its host and port: a URL kept from an earlier run, or from another network,
 * still means the same queue. Throws `InvalidAddress`.
 */
export function parseQueueUrl(url: string): { accountId: string; name: string } {
  const [name, accountId] = (URL.canParse(url) ? new URL(url).pathname : '').split('/').reverse();
  if (!name || !accountId) throw new AwsError('InvalidAddress', `The address ${url} is not valid for this endpoint.`, 404);
  return { accountId, name };
}
