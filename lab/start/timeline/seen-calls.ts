import type { Asked, OutboundCall } from '@charge-once/simulator/aws/outbound-call';
import { GUARD_TABLE } from '../../../contract/names';
import type { Observation, Subject } from './entry';
import { jsonObject } from './json-object';
import type { Item, Subjects } from './subjects';

export interface Seen {
  subject: Subject;
  /** Absent when another source tells the same better. */
  observation?: Observation;
}

/**
 * What a call says about a payment; undefined when it is about none.
 *
 * @param answer JSON text of the service's answer, if the work was done
 */
export function seeCall(
  call: OutboundCall,
  outcome: string,
  asked: Asked,
  answer: string | undefined,
  subjects: Subjects,
): Seen | undefined {
  switch (call.service) {
    case 'dynamodb':
      return seeItem(call, outcome, asked, answer, subjects);
    case 'sqs':
      return seeSend(call, outcome, asked, subjects);
    case 'acquirer':
      return seeIntent(call, outcome, asked, answer, subjects);
    default:
      return undefined;
  }
}

interface ItemRequest {
  Item?: Item;
  Key?: Item;
  ExpressionAttributeValues?: Record<string, { S?: unknown; M?: { code?: { S?: unknown } } } | undefined>;
}

function seeItem(call: OutboundCall, outcome: string, { body }: Asked, answer: string | undefined, subjects: Subjects): Seen | undefined {
  // A query of many items is about no payment in particular.
  const { Item: item, Key: key, ExpressionAttributeValues: values = {} } = jsonObject(body) as ItemRequest;
  const named = item ?? key;
  const subject = named && subjects.ofItem({ ...named, chargeId: values[':chargeId'] ?? named.chargeId });
  if (!subject) return undefined;
  const isGuard = named[GUARD_TABLE.pk] !== undefined;
  const status = code(item?.status?.S ?? values[':status']?.S);
  const failure = code(Object.values(values).find((value) => value?.M?.code)?.M?.code?.S);
  const text = isGuard ? guardText(call.action, outcome, status) : ledgerText(call.action, outcome, status, failure);
  // A lost answer or a killed caller undoes nothing; an error of DynamoDB begins with its type. Not parsed: every call passes here.
  const isDone = answer !== undefined && !answer.startsWith('{"__type"');
  const windows = isDone ? (isGuard ? GUARD_WINDOWS : LEDGER_WINDOWS)[call.action] : undefined;
  return { subject, observation: { ...observed(call, outcome, isGuard ? 'guard' : 'ledger', text), windows } };
}

/** By the action that was carried out. Powertools puts a record in progress, updates it when it is completed, deletes it after a failure. */
const GUARD_WINDOWS: Record<string, Observation['windows']> = {
  PutItem: { lease: true, record: false },
  UpdateItem: { lease: false, record: true },
  DeleteItem: { lease: false, record: false },
};
const LEDGER_WINDOWS: Record<string, Observation['windows']> = { PutItem: { row: true } };

const REFUSED = 'ConditionalCheckFailedException';

function guardText(action: string, outcome: string, status: string | undefined): string {
  if (outcome === REFUSED) return 'guard record not written: there is one';
  switch (action) {
    case 'PutItem':
      return `guard record written: ${status ?? 'new'}`;
    case 'UpdateItem':
      return `guard record: ${status ?? 'changed'}`;
    case 'DeleteItem':
      return 'guard record deleted: the next delivery may try';
    default:
      return 'guard record read';
  }
}

function ledgerText(action: string, outcome: string, status: string | undefined, failure: string | undefined): string {
  if (outcome === REFUSED) return action === 'PutItem' ? 'row not created: there is one' : 'row not changed: it has moved on';
  switch (action) {
    case 'PutItem':
      return `row created: ${status ?? 'new'}`;
    case 'UpdateItem':
      return failure === undefined ? `row: ${status ?? 'changed'}` : `row: last failure ${failure}`;
    default:
      return 'row read';
  }
}

/** A send that worked is told by the queue itself; here it is the ones that did not. */
function seeSend(call: OutboundCall, outcome: string, { body }: Asked, subjects: Subjects): Seen | undefined {
  const { MessageBody: text, MessageGroupId: group } = jsonObject(body) as { MessageBody?: unknown; MessageGroupId?: unknown };
  if (typeof text !== 'string' || typeof group !== 'string') return undefined;
  const subject = subjects.ofMessage(text, group);
  if (!subject) return undefined;
  return outcome === 'ok' ? { subject } : { subject, observation: observed(call, outcome, 'send', 'message sent') };
}

function seeIntent(call: OutboundCall, outcome: string, asked: Asked, answer: string | undefined, subjects: Subjects): Seen | undefined {
  const body = jsonObject(answer) as { id?: unknown; status?: unknown; metadata?: unknown; error?: ErrorBody };
  const { error } = body;
  const intent = error?.payment_intent ?? body;
  const id = typeof intent.id === 'string' ? intent.id : /\/(pi_[A-Za-z0-9]+)/.exec(asked.path ?? '')?.[1];
  // The same key gives the same charge, so a new one comes of the first create under it.
  const isFirst = call.action === CREATE && typeof body.id === 'string' && !subjects.knowsCharge(body.id);
  const subject = subjects.ofIntent({ id, idempotencyKey: asked.idempotencyKey, metadata: intent.metadata });
  if (!subject) return undefined;
  const said = code(error?.decline_code ?? error?.code ?? error?.type ?? body.status);
  const text = `${call.action}${said === undefined ? '' : `: ${said}`}`;
  return { subject, observation: { ...observed(call, outcome, 'provider', text), windows: isFirst ? { providerKey: true } : undefined } };
}

const CREATE = 'POST /v1/payment_intents';

interface ErrorBody {
  type?: unknown;
  code?: unknown;
  decline_code?: unknown;
  payment_intent?: { id?: unknown; metadata?: unknown };
}

function observed({ function: folder, action }: OutboundCall, outcome: string, kind: Observation['kind'], text: string): Observation {
  return { kind, text, function: folder, action, outcome };
}

/** Statuses and codes are short words; anything else a service or a forger put there stays out. */
function code(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : undefined;
}
