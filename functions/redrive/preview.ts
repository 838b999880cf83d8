import { MAX_DEAD_LETTERS_LISTED, PREVIEW_SAMPLE_SIZE, PREVIEW_VISIBILITY_SECONDS } from '../../contract/windows';
import type { DeadLetter, Dlq } from '../shared/dlq/dlq';
import { join } from '../shared/dlq/join';
import { effectOf, type Joined, judge, type ProviderState, type Verdict } from '../shared/dlq/verdict';
import type { Payments } from '../shared/payments';
import { type NamedMessage, nameMessage } from './named-message';
import type { ProviderProbe } from './provider-probe';
import { scanDlq } from './scan-dlq';

/** What lies in the DLQ, and what redriving it would do. */
export interface Preview extends Verdict {
  /** Messages that could be redriven now, as SQS counts them. */
  readonly visible: number;
  /** How many messages the verdict rests on: at most `PREVIEW_SAMPLE_SIZE`. */
  readonly sampled: number;
  readonly provider: ProviderState;
  /** The first `MAX_DEAD_LETTERS_LISTED` of the sample, in the order of the queue. */
  readonly messages: readonly NamedMessage[];
}

export interface AssessPorts {
  readonly payments: Pick<Payments, 'get'>;
  readonly probe: ProviderProbe;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface PreviewPorts extends AssessPorts {
  readonly dlq: Pick<Dlq, 'visible' | 'receive' | 'release'>;
}

/** Looks at a sample of the DLQ without consuming it: every message is receivable again before it is judged. */
export async function preview(ports: PreviewPorts): Promise<Preview> {
  const { visible, messages } = await sampleDlq(ports.dlq, PREVIEW_SAMPLE_SIZE);
  return { visible, ...(await assess(messages, visible, ports)) };
}

/** Up to `limit` messages from the front of the DLQ, receivable again when this resolves, and how many SQS counted before. */
export async function sampleDlq(dlq: PreviewPorts['dlq'], limit: number): Promise<{ visible: number; messages: readonly DeadLetter[] }> {
  const visible = await dlq.visible();
  const size = Math.min(visible, limit);
  const messages: DeadLetter[] = [];
  const wantsMore = () => messages.length < size;
  await scanDlq(dlq, PREVIEW_VISIBILITY_SECONDS, wantsMore, async (received) => {
    messages.push(...received);
    return [];
  });
  return { visible, messages };
}

/** Joins the first `PREVIEW_SAMPLE_SIZE` of these messages, out of `total`, with their payments, and asks the provider if one of them needs it. */
export async function assess(messages: readonly DeadLetter[], total: number, ports: AssessPorts): Promise<Omit<Preview, 'visible'>> {
  const { payments, clock } = ports;
  const sample = await Promise.all(messages.slice(0, PREVIEW_SAMPLE_SIZE).map((message) => join(message, payments)));
  const provider = await askProvider(sample, ports);
  const named = sample.slice(0, MAX_DEAD_LETTERS_LISTED).map((joined, index) => nameMessage(messages[index]!, joined, clock()));
  return { sampled: sample.length, provider, messages: named, ...judge(sample, total, provider, clock()) };
}

async function askProvider(sample: readonly Joined[], { probe, clock }: AssessPorts): Promise<ProviderState> {
  const needing = sample.filter((joined) => effectOf(joined, clock()) === 'to-be-charged');
  if (needing.length === 0) return 'not-asked';
  const started = needing.find(({ payment }) => payment?.chargeId !== undefined);
  return (await probe(started?.payment?.chargeId)) ?? 'answers';
}
