import { ACCOUNT_ID } from '../cloudformation/account';
import type { FunctionRights } from '../cloudformation/deployment';
import type { FunctionDefinition } from '../types';
import { evaluate } from './policy';
import { type Right, requiredRights } from './required-rights';

/** The message of the refusal, in AWS's words, or undefined when the call is allowed. */
export type Refusal = string | undefined;

export interface Authorizer {
  /** The function that owns the access key in an `Authorization` header; undefined for everybody else, who may do anything. */
  caller(authorization: string | undefined): FunctionDefinition | undefined;
  roleName(caller: FunctionDefinition): string;
  check(caller: FunctionDefinition, service: string, action: string, input: Record<string, unknown>): Refusal;
}

/** Decides for each function's call whether the role in the template grants it, so that a missing grant fails here as on AWS. */
export function createAuthorizer(functions: readonly FunctionDefinition[], rights: ReadonlyMap<string, FunctionRights>): Authorizer {
  const byAccessKey = new Map(functions.map((definition) => [definition.accessKeyId, definition]));
  // A function makes the same few calls again and again; evaluating each policy once keeps this off the hot path.
  const decided = new Map<string, Refusal>();

  const refusal = (caller: FunctionDefinition, right: Right): Refusal => {
    const key = `${caller.name} ${right.action} ${right.resource}`;
    if (decided.has(key)) return decided.get(key);
    const granted = rights.get(caller.name);
    const decision = evaluate(granted?.statements ?? [], right.action, right.resource);
    const message = decision === 'allowed' ? undefined : refusalMessage(granted?.roleName ?? '', caller.name, right, decision);
    decided.set(key, message);
    return message;
  };

  return {
    caller: (authorization) => byAccessKey.get(authorization?.match(/Credential=([^/,\s]+)\//)?.[1] ?? ''),
    roleName: (caller) => rights.get(caller.name)?.roleName ?? '',
    check: (caller, service, action, input) => {
      for (const right of requiredRights(service, action, input)) {
        const message = refusal(caller, right);
        if (message) return message;
      }
      return undefined;
    },
  };
}

function refusalMessage(roleName: string, functionName: string, right: Right, decision: 'implicit-deny' | 'explicit-deny'): string {
  // SQS writes the action in lower case.
  const action = right.action.startsWith('sqs:') ? right.action.toLowerCase() : right.action;
  const user = `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${roleName}/${functionName}`;
  const on = right.resource === undefined ? '' : ` on resource: ${right.resource}`;
  const because =
    decision === 'explicit-deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  return `User: ${user} is not authorized to perform: ${action}${on} ${because}`;
}
