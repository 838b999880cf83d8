/** What a function's answer says about the messages of its batch. */
export type BatchOutcome = { kind: 'whole-batch-failed' } | { kind: 'failed-items'; messageIds: ReadonlySet<string> };

const SUCCESS: BatchOutcome = { kind: 'failed-items', messageIds: new Set() };
const FAILURE: BatchOutcome = { kind: 'whole-batch-failed' };

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/**
 * Reads an answer as Lambda does when `ReportBatchItemFailures` is set. Empty answers, and objects without `batchItemFailures`, mean
 * success of the whole batch, so a misspelt member loses messages here as it does there. What is wrong inside the list fails all.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 */
export function readBatchResponse(payload: string, batch: ReadonlySet<string>): BatchOutcome {
  const response = payload === '' ? null : parse(payload);
  if (response === null || response === '') return SUCCESS;
  if (Array.isArray(response)) return response.length === 0 ? SUCCESS : FAILURE;
  if (typeof response !== 'object') return FAILURE;

  const items = (response as { batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(items)) return FAILURE;
  const messageIds = items.map((item) => (item as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  const isValid = messageIds.every((id) => typeof id === 'string' && batch.has(id));
  return isValid ? { kind: 'failed-items', messageIds: new Set(messageIds as string[]) } : FAILURE;
}
