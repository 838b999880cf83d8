import type { Preview } from '../../functions/redrive/preview';
import { askRedrive } from '../client/redrive';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { table } from '../table';

/** What lies in the DLQ and what redriving it would do. Nothing is consumed. */
export async function previewDlq({ target }: Session): Promise<Outcome> {
  const preview = await askRedrive(target, { action: 'preview' });
  return { json: preview, text: previewText(preview), exitCode: preview.safe ? EXIT.ok : EXIT.attention };
}

export function previewText({ visible, sampled, oldestAcceptedAt, byStatus, provider, safe, reasons }: Preview): string {
  const oldest = oldestAcceptedAt === null ? '' : `, the oldest payment accepted at ${oldestAcceptedAt}`;
  const statuses = Object.entries(byStatus);
  return [
    `DLQ: ${visible} visible, ${sampled} looked at${oldest}; provider: ${provider}`,
    ...(statuses.length > 0 ? [table(['payment', 'messages'], statuses)] : []),
    safe ? 'Redriving it is safe.' : 'NOT SAFE to redrive now.',
    ...reasons.map((reason) => `  - ${reason}`),
  ].join('\n');
}
