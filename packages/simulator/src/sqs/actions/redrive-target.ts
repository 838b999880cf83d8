import type { Broker } from '../broker';
import { invalidValue } from '../errors';
import { allowsSource, parseRedrivePolicy } from '../redrive-policy';

/** Throws `InvalidParameterValue` unless the policy names a FIFO queue that exists, is another one and admits `sourceArn`. */
export function assertRedriveTarget(broker: Broker, sourceArn: string, policy: string | undefined): void {
  if (policy === undefined) return;
  const { targetArn } = parseRedrivePolicy(policy);
  const fail = (reason: string) => invalidValue('RedrivePolicy', policy, reason);
  if (!targetArn.endsWith('.fifo')) throw fail('Dead-letter queue must be same type of queue as the source.');
  if (targetArn === sourceArn) throw fail('Dead-letter queue must be another queue than the source.');
  const target = broker.queueByArn(targetArn);
  if (!target) throw fail('Dead letter target does not exist.');
  if (!allowsSource(target.settings.redriveAllow, sourceArn)) {
    throw fail('The RedriveAllowPolicy of the dead-letter queue does not allow this source queue.');
  }
}
