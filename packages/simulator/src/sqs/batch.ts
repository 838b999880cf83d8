import { AwsError } from '../types';
import { type Input, objectList, optionalString } from './request';

const MAX_ENTRIES = 10;
const ENTRY_ID = /^[A-Za-z0-9_-]{1,80}$/;

/** Entries of a batch request. Throws what makes the request as a whole invalid. */
export function readEntries(input: Input, entryShape: string): (Input & { Id: string })[] {
  const entries = objectList(input, 'Entries');
  if (entries.length === 0) throw new AwsError('EmptyBatchRequest', `There should be at least one ${entryShape} in the request.`);
  if (entries.length > MAX_ENTRIES) {
    throw new AwsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_ENTRIES}. You have sent ${entries.length}.`,
    );
  }
  const ids = new Set<string>();
  for (const entry of entries) {
    const id = optionalString(entry, 'Id') ?? '';
    if (!ENTRY_ID.test(id)) {
      throw new AwsError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      );
    }
    if (ids.has(id)) throw new AwsError('BatchEntryIdsNotDistinct', `Id ${id} repeated.`);
    ids.add(id);
  }
  return entries as (Input & { Id: string })[];
}

/** One entry that fails does not keep the others from succeeding. An empty list is left out of the answer, as on AWS. */
export function runEntries(entries: (Input & { Id: string })[], run: (entry: Input) => Record<string, unknown>): Record<string, unknown> {
  const successful: unknown[] = [];
  const failed: unknown[] = [];
  for (const entry of entries) {
    try {
      successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      failed.push({ Id: entry.Id, SenderFault: error.statusCode < 500, Code: error.code, Message: error.message });
    }
  }
  return { ...(successful.length > 0 ? { Successful: successful } : {}), ...(failed.length > 0 ? { Failed: failed } : {}) };
}
