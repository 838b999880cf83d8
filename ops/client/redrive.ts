import type { RedriveResult } from '../../functions/redrive/redrive';
import type { RedriveRequest } from '../../functions/redrive/redrive-request';
import { invoke } from './functions';
import type { Target } from './target';

type Action = RedriveRequest['action'];

/** Asks the redrive function; its answer is of the action that was asked for. */
export const askRedrive = <A extends Action>(
  target: Target,
  request: Extract<RedriveRequest, { action: A }>,
): Promise<Extract<RedriveResult, { action: A }>> => invoke(target, 'RedriveFunctionName', request);
