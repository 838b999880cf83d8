import type { Preview } from '../../functions/redrive/preview';
import type { RedriveEffect } from '../../functions/shared/dlq/verdict';
import { askRedrive } from '../client/redrive';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { table } from '../table';

/** What lies in the DLQ and what redriving it would do. Nothing is consumed. */
export async function previewDlq({ target }: Session): Promise<Outcome> {
  const preview = await askRedrive(target, { action: 'preview' });
  return { json: preview, text: previewText(preview), exitCode: preview.safe ? EXIT.ok : EXIT.attention };
}

/** What a redrive ends as it should. The other messages are named: they are for a person to look at. */
const ENDS_WELL: readonly RedriveEffect[] = ['to-be-charged', 'settled'];

export function previewText({ visible, sampled, oldestAcceptedAt, byStatus, provider, safe, reasons, messages }: Preview): string {
  const oldest = oldestAcceptedAt === null ? '' : `, the oldest payment accepted at ${oldestAcceptedAt}`;
  const statuses = Object.entries(byStatus);
  const named = messages.filter(({ verdict }) => !ENDS_WELL.includes(verdict));
  return [
    `DLQ: ${visible} visible, ${sampled} looked at${oldest}; provider: ${provider}`,
    ...(statuses.length > 0 ? [table(['payment', 'messages'], statuses)] : []),
    safe ? 'Redriving it is safe.' : 'NOT SAFE to redrive now.',
    ...reasons.map((reason) => `  - ${reason}`),
    ...(named.length > 0
      ? [
          table(
            ['order', 'message', 'verdict'],
            named.map(({ orderId, messageId, verdict }) => [orderId, messageId, verdict]),
          ),
        ]
      : []),
  ].join('\n');
}
