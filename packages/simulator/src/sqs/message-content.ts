import { AwsError } from '../types';
import { invalidValue, missingParameter } from './errors';

/** Characters of XML 1.0, https://www.w3.org/TR/REC-xml/#charsets. Half a surrogate pair is none, an emoji is. */
const XML_TEXT = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

/** Letters, digits and punctuation of ASCII, blank excluded. */
const IDENTIFIER = /^[!-~]{1,128}$/;

export function assertXmlText(text: string): void {
  if (XML_TEXT.test(text)) return;
  throw new AwsError(
    'InvalidMessageContents',
    'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
  );
}

/** `MessageGroupId`, `MessageDeduplicationId`, `ReceiveRequestAttemptId`. */
export function assertIdentifier(name: string, value: string): string {
  if (IDENTIFIER.test(value)) return value;
  throw invalidValue(name, value, `${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`);
}

/** Throws `MissingParameter` for an empty body, `InvalidMessageContents` for characters outside XML 1.0. */
export function assertBody(body: string | undefined): string {
  if (!body) throw missingParameter('MessageBody');
  assertXmlText(body);
  return body;
}
