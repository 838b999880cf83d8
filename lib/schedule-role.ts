import { Stack } from 'aws-cdk-lib';
import { Grant, type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function';

/** The role by which EventBridge Scheduler may invoke this function alone: the one that the CDK would make may also invoke each of its versions. */
export function scheduleRole(scope: Construct, fn: ServiceFunction): IRole {
  const stack = Stack.of(scope);
  // https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
  const group = stack.formatArn({ service: 'scheduler', resource: 'schedule-group', resourceName: 'default' });
  const role = new Role(scope, 'ScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group } },
    }),
  });
  Grant.addToPrincipal({ grantee: role, actions: ['lambda:InvokeFunction'], resourceArns: [fn.functionArn] });
  return role.withoutPolicyUpdates();
}
