import { randomUUID } from 'node:crypto';
import { ACCOUNT_ID } from '../cloudformation/account';
import type { Answer } from '../http/answer';
import type { FunctionDefinition } from '../types';
import type { AwsServices } from './aws-services';

/** `GetCallerIdentity`, the first call of many tools, in the query protocol. Undefined when the body is not that call. */
export function callSts(body: string, caller: FunctionDefinition | undefined, { authorizer }: AwsServices): Answer | undefined {
  if (new URLSearchParams(body).get('Action') !== 'GetCallerIdentity') return undefined;
  const arn = caller
    ? `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${authorizer.roleName(caller)}/${caller.name}`
    : `arn:aws:iam::${ACCOUNT_ID}:user/local`;
  const text = [
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>',
    `<Arn>${arn}</Arn><UserId>${caller ? 'AROALOCAL' : 'AIDALOCAL'}</UserId><Account>${ACCOUNT_ID}</Account>`,
    `</GetCallerIdentityResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
  ];
  return { statusCode: 200, headers: { 'content-type': 'text/xml' }, body: text.join('') };
}
