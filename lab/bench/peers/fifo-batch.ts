import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/** Groups in parallel, the messages of a group in order; what failed, and everything behind it, goes back to the queue. */
export async function fifoBatch({ Records }: SQSEvent, handle: (record: SQSRecord) => Promise<unknown>): Promise<SQSBatchResponse> {
  const groups = new Map<string, SQSRecord[]>();
  for (const record of Records) {
    const id = record.attributes.MessageGroupId ?? record.messageId;
    groups.set(id, [...(groups.get(id) ?? []), record]);
  }
  const failed = await Promise.all([...groups.values()].map((group) => handleGroup(group, handle)));
  return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

async function handleGroup(group: readonly SQSRecord[], handle: (record: SQSRecord) => Promise<unknown>): Promise<readonly SQSRecord[]> {
  for (const [index, record] of group.entries()) {
    try {
      await handle(record);
    } catch {
      return group.slice(index);
    }
  }
  return [];
}
