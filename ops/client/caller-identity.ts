import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { OperationError } from '../operation-error';
import type { ClientConfig } from './target';

/** The functions' limit on `requestedBy`, in characters. */
const MAX_LENGTH = 128;

/** The caller's ARN without its first fields, such as `assumed-role/Operator/jane`. `GetCallerIdentity` needs no permission. */
export async function callerIdentity(client: ClientConfig): Promise<string> {
  const { Arn: arn } = await new STSClient(client).send(new GetCallerIdentityCommand({}));
  if (arn === undefined) throw new OperationError('AWS does not say who is calling.');
  // The end is what tells people apart: the session's name.
  return arn.split(':').slice(5).join(':').slice(-MAX_LENGTH);
}
