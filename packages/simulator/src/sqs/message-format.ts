import type { SqsReceivedMessage } from '../types';
import { type StoredMessage, systemAttributes } from './message';
import { type MessageAttributes, md5, md5OfAttributes } from './message-attributes';
import { formatReceiptHandle } from './receipt-handle';

/** Which attributes a receive asks for: names, `All`; for message attributes also `.*` and prefixes such as `order.*`. */
export interface AttributeFilter {
  system: string[];
  message: string[];
}

function keep<T>(attributes: Record<string, T>, wanted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted(name)));
}

function isWanted(name: string, names: string[]): boolean {
  return names.some((wanted) => wanted === 'All' || wanted === name || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -2))));
}

/** A received message as the API shows it. The digest covers the message attributes that are returned, not those that were sent. */
export function formatMessage(
  message: StoredMessage,
  queueArn: string,
  senderId: string,
  filter: AttributeFilter,
): Partial<SqsReceivedMessage> & { MD5OfMessageAttributes?: string } {
  const { system, message: names } = filter;
  const Attributes = keep(systemAttributes(message, senderId), (name) => system.includes('All') || system.includes(name));
  const MessageAttributes: MessageAttributes = keep(message.attributes, (name) => isWanted(name, names));
  return {
    ...identify(message, queueArn),
    ...(Object.keys(Attributes).length > 0 ? { Attributes } : {}),
    ...(Object.keys(MessageAttributes).length > 0 ? { MessageAttributes } : {}),
    MD5OfMessageAttributes: md5OfAttributes(MessageAttributes),
  };
}

/** The same with every attribute present, even when there is none. */
export function formatWhole(message: StoredMessage, queueArn: string, senderId: string): SqsReceivedMessage {
  return {
    ...identify(message, queueArn),
    Attributes: systemAttributes(message, senderId),
    MessageAttributes: message.attributes,
  };
}

function identify(message: StoredMessage, queueArn: string) {
  return {
    MessageId: message.id,
    ReceiptHandle: formatReceiptHandle(queueArn, { messageId: message.id, receiptId: message.receipt?.id ?? '' }),
    Body: message.body,
    MD5OfBody: md5(message.body),
  };
}
