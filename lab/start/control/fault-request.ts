import { AWS_FAULT_SERVICES } from '@charge-once/simulator/aws/fault-answers';
import { FAULT_EFFECTS, type FaultRule } from '@charge-once/simulator/aws/fault-rules';
import { z } from 'zod';

const FAULT_SERVICES = [...AWS_FAULT_SERVICES, 'acquirer'];

/** Longer than any time-out of a function's own calls. */
const MAX_DELAY_MS = 60_000;

const count = z.int('must be an integer').min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000').default(1);

const Request = z
  .strictObject({
    function: z.string('must be the folder of a function'),
    service: z.enum(FAULT_SERVICES, `must be one of ${FAULT_SERVICES.join(', ')}`),
    action: z.string('must be a string').min(1, 'must not be empty').optional(),
    nth: count,
    times: count,
    effect: z.enum(FAULT_EFFECTS, `must be one of ${FAULT_EFFECTS.join(', ')}`),
    delayMs: z.int('must be an integer').min(0, 'must not be negative').max(MAX_DELAY_MS, `must be at most ${MAX_DELAY_MS}`).default(0),
  })
  .refine(({ effect, delayMs }) => (effect === 'delay') === delayMs > 0, {
    path: ['delayMs'],
    message: 'goes with the effect delay, and only with it',
  });

/** The rule in a request's body, or what is wrong with it. */
export function readFaultRule(body: string, functions: readonly string[]): FaultRule | { path: string; message: string } {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return {
      path: '',
      message: 'must be JSON such as {"function":"charge","service":"dynamodb","action":"UpdateItem","effect":"lose-reply"}',
    };
  }
  const result = Request.safeParse(input);
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue?.code === 'unrecognized_keys') return { path: issue.keys[0] ?? '', message: 'is not a known field' };
    return { path: issue?.path.join('.') ?? '', message: issue?.message ?? 'is not valid' };
  }
  if (!functions.includes(result.data.function)) return { path: 'function', message: `must be one of ${functions.join(', ')}` };
  return result.data;
}
