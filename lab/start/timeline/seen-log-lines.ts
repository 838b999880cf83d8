import { DIMENSION, LAYERS, type Layer, METRIC } from '../../../contract/names';
import type { Observation, Subject } from './entry';
import { jsonObject } from './json-object';
import type { Subjects } from './subjects';

/** Longest log message taken over; the functions' own are a few words. */
const MAX_MESSAGE = 80;

/** What a function logged as a warning or an error about a payment. What went well is told by the calls. */
export function seeFailure(folder: string, text: string, subjects: Subjects): { subject: Subject; observation: Observation } | undefined {
  // Nearly all lines are something else: look before parsing.
  if (!/"level":"(WARN|ERROR)"/.test(text) || !text.includes('"orderId"')) return undefined;
  const line = jsonObject(text);
  const subject = subjects.ofRequest(line);
  if (!subject || typeof line.message !== 'string') return undefined;
  return { subject, observation: { kind: 'failure', text: `logged: ${line.message.slice(0, MAX_MESSAGE)}`, function: folder } };
}

/** The layers that stopped a duplicate, of an embedded metric format line. */
export function suppressingLayers(text: string): Layer[] {
  if (!text.includes(`"${METRIC.duplicatesSuppressed}"`)) return [];
  const { [DIMENSION.layer]: named } = jsonObject(text);
  return LAYERS.filter((layer) => layer === named);
}
