import { invalidAttributeValue, invalidValue } from './errors';

export interface RedrivePolicy {
  targetArn: string;
  /** A message received this often moves to the target instead of being received once more. */
  maxReceives: number;
}

export interface RedriveAllowPolicy {
  permission: 'allowAll' | 'denyAll' | 'byQueue';
  sourceArns: string[];
}

/** Limits of AWS. */
const MAX_RECEIVES_LIMIT = 1000;
const MAX_SOURCE_ARNS = 10;

function parseJsonMap(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `maxReceiveCount` may be a number or a numeric string. Throws `InvalidParameterValue`. */
export function parseRedrivePolicy(text: string): RedrivePolicy {
  const fail = (reason: string) => invalidValue('RedrivePolicy', text, reason);
  const map = parseJsonMap(text);
  if (!map) throw fail('Redrive policy is not a valid JSON map.');
  const { deadLetterTargetArn, maxReceiveCount, ...others } = map;
  if (typeof deadLetterTargetArn !== 'string') throw fail('Redrive policy does not contain mandatory attribute: deadLetterTargetArn.');
  if (maxReceiveCount === undefined) throw fail('Redrive policy does not contain mandatory attribute: maxReceiveCount.');
  if (Object.keys(others).length > 0) throw fail('Only following attributes are expected: [deadLetterTargetArn, maxReceiveCount].');
  const maxReceives = typeof maxReceiveCount === 'string' && /^\d+$/.test(maxReceiveCount) ? Number(maxReceiveCount) : maxReceiveCount;
  if (typeof maxReceives !== 'number' || !Number.isInteger(maxReceives) || maxReceives < 1 || maxReceives > MAX_RECEIVES_LIMIT) {
    throw fail(
      `Invalid value for maxReceiveCount: ${JSON.stringify(maxReceiveCount)}, valid values are from 1 to ${MAX_RECEIVES_LIMIT} both inclusive.`,
    );
  }
  return { targetArn: deadLetterTargetArn, maxReceives };
}

/** Throws `InvalidAttributeValue`. */
export function parseRedriveAllowPolicy(text: string): RedriveAllowPolicy {
  const map = parseJsonMap(text);
  const permission = map?.redrivePermission;
  const sourceArns = map?.sourceQueueArns;
  if (permission !== 'allowAll' && permission !== 'denyAll' && permission !== 'byQueue') {
    throw invalidAttributeValue('RedriveAllowPolicy', 'redrivePermission must be allowAll, denyAll or byQueue.');
  }
  if (permission !== 'byQueue') {
    if (sourceArns !== undefined) throw invalidAttributeValue('RedriveAllowPolicy', 'sourceQueueArns needs redrivePermission byQueue.');
    return { permission, sourceArns: [] };
  }
  if (!Array.isArray(sourceArns) || sourceArns.length < 1 || sourceArns.length > MAX_SOURCE_ARNS) {
    throw invalidAttributeValue('RedriveAllowPolicy', `sourceQueueArns must list 1 to ${MAX_SOURCE_ARNS} queues.`);
  }
  return { permission, sourceArns: sourceArns.map(String) };
}

export function allowsSource(policy: RedriveAllowPolicy | undefined, sourceArn: string): boolean {
  if (!policy || policy.permission === 'allowAll') return true;
  return policy.permission === 'byQueue' && policy.sourceArns.includes(sourceArn);
}
