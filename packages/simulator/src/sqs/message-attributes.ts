import { createHash } from 'node:crypto';
import { invalidParameter } from './errors';
import { assertXmlText } from './message-content';
import { type Input, optionalObject, optionalString } from './request';

export interface MessageAttributeValue {
  DataType: string;
  StringValue?: string;
  /** Base64, as in the JSON protocol. */
  BinaryValue?: string;
}

export type MessageAttributes = Record<string, MessageAttributeValue>;

/** Limits of https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
const MAX_ATTRIBUTES = 10;
const NAME = /^(?!aws\.|amazon\.)(?!\.)(?!.*\.\.)[A-Za-z0-9_.-]{1,256}(?<!\.)$/i;
const DATA_TYPE = /^(String|Number|Binary)(\.[^\s]+)?$/;
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Throws `InvalidParameterValue`, or `InvalidMessageContents` for characters outside XML 1.0. */
export function readMessageAttributes(input: Input, member: 'MessageAttributes' | 'MessageSystemAttributes'): MessageAttributes {
  const entries = Object.keys(optionalObject(input, member));
  if (entries.length > MAX_ATTRIBUTES) {
    throw invalidParameter(`Number of message attributes [${entries.length}] exceeds the allowed maximum [${MAX_ATTRIBUTES}].`);
  }
  return Object.fromEntries(entries.map((name) => [name, readValue(name, optionalObject(optionalObject(input, member), name))]));
}

function readValue(name: string, value: Input): MessageAttributeValue {
  if (!NAME.test(name)) throw invalidParameter(`Invalid message attribute name '${name}'.`);
  const DataType = optionalString(value, 'DataType') ?? '';
  const kind = DataType.length <= 256 ? DATA_TYPE.exec(DataType)?.[1] : undefined;
  if (!kind) {
    throw invalidParameter(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  }
  const member = kind === 'Binary' ? 'BinaryValue' : 'StringValue';
  const content = optionalString(value, member);
  if (!content) throw invalidParameter(`The message attribute '${name}' must contain a non-empty ${member} for type '${DataType}'.`);
  if (kind === 'Binary') return { DataType, BinaryValue: content };
  assertXmlText(content);
  if (kind === 'Number' && !NUMBER.test(content)) {
    throw invalidParameter(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
  return { DataType, StringValue: content };
}

const bytesOf = (value: MessageAttributeValue): Buffer =>
  value.BinaryValue === undefined ? Buffer.from(value.StringValue ?? '') : Buffer.from(value.BinaryValue, 'base64');

/** Names, types and values count towards the size of a message, in bytes. */
export function attributesBytes(attributes: MessageAttributes): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(attributes)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value.DataType) + bytesOf(value).length;
  }
  return bytes;
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** `MD5OfMessageAttributes`, in the encoding of the developer guide ("Calculating the MD5 message digest for message attributes"). */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const value = attributes[name]!;
    field(Buffer.from(name));
    field(Buffer.from(value.DataType));
    hash.update(Buffer.of(value.BinaryValue === undefined ? 1 : 2));
    field(bytesOf(value));
  }
  return hash.digest('hex');
}
