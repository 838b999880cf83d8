import type { DeadLetterList } from '../../functions/redrive/list-dead-letters';
import { askRedrive } from '../client/redrive';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { age, table } from '../table';

/** The messages in the DLQ, one by one. Nothing is consumed. */
export async function listDlq({ target }: Session): Promise<Outcome> {
  const list = await askRedrive(target, { action: 'list' });
  return { json: list, text: listText(list), exitCode: list.messages.length === 0 && list.complete ? EXIT.ok : EXIT.attention };
}

function listText({ visible, messages, complete }: DeadLetterList): string {
  if (messages.length === 0) return complete ? 'The DLQ is empty.' : `${visible} visible in the DLQ, and none could be received now.`;
  const rows = messages.map(({ orderId, groupId, messageId, ageSeconds, receives, status, verdict }) => [
    orderId,
    groupId,
    messageId,
    age(ageSeconds),
    receives ?? undefined,
    status,
    verdict,
  ]);
  return [
    table(['order', 'group', 'message', 'age', 'receives', 'payment', 'verdict'], rows),
    `${messages.length} of ${visible} visible in the DLQ`,
    ...(complete ? [] : ['There are more: behind these, or behind ten of one order.']),
  ].join('\n');
}
