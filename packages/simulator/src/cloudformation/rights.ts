import type { Statement } from '../iam/policy';
import type { FunctionDefinition } from '../types';
import type { FunctionRights } from './deployment';
import type { Resource, Stack } from './stack';

/** AWS's managed policies for logs and tracing, which are not simulated. Any other is an error: its rights are not in the template. */
const MANAGED_WITHOUT_LOCAL_EFFECT = /service-role\/AWSLambdaBasicExecutionRole$|\/AWSXRayDaemonWriteAccess$/;

interface PolicyDocument {
  Statement: Statement | Statement[];
}

/** What every function's role may do, by the function's name. */
export function functionRights(stacks: Stack[], functions: FunctionDefinition[]): Map<string, FunctionRights> {
  const resources = stacks.flatMap((stack) => stack.resources);
  const policies = resources.filter(({ type }) => type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy');
  const rights = new Map<string, FunctionRights>();
  for (const resource of resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    const role = resources.find(({ type, attributes }) => type === 'AWS::IAM::Role' && attributes.Arn === resource.properties().Role);
    if (!role) throw new Error(`${resource.stack}: ${resource.logicalId} (${resource.type}): its role is not in the templates`);
    rights.set(resource.ref, {
      roleName: role.ref,
      functionName: resource.ref,
      folder: functions.find(({ name }) => name === resource.ref)!.folder,
      statements: [...ownStatements(role), ...attachedStatements(role, policies)],
    });
  }
  return rights;
}

function ownStatements(role: Resource): Statement[] {
  const { Policies: inline = [], ManagedPolicyArns: managed = [] } = role.properties() as {
    Policies?: { PolicyDocument: PolicyDocument }[];
    ManagedPolicyArns?: string[];
  };
  for (const arn of managed) {
    if (arn.includes(':iam::aws:policy/') && !MANAGED_WITHOUT_LOCAL_EFFECT.test(arn)) {
      throw new Error(`${role.stack}: ${role.logicalId} (${role.type}): the simulator does not know the rights of ${arn}`);
    }
  }
  return inline.flatMap(({ PolicyDocument: document }) => statements(document));
}

function attachedStatements(role: Resource, policies: Resource[]): Statement[] {
  const managed = (role.properties().ManagedPolicyArns as string[] | undefined) ?? [];
  return policies.flatMap((policy) => {
    const { Roles: roles = [], PolicyDocument: document } = policy.properties() as { Roles?: string[]; PolicyDocument: PolicyDocument };
    return roles.includes(role.ref) || managed.includes(policy.ref) ? statements(document) : [];
  });
}

function statements(document: PolicyDocument): Statement[] {
  return Array.isArray(document.Statement) ? document.Statement : [document.Statement];
}
