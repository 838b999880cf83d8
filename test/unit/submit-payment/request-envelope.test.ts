import { gzipSync } from 'node:zlib';
import { readPaymentEvent } from '../../../functions/submit-payment/request-body';
import { proxyEvent } from '../../../testing/proxy-event';

const BODY = '{"orderId":"ord-1028","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';
const EVENT = { orderId: 'ord-1028', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };
const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64');
const readBase64 = (bytes: string | Buffer) => readPaymentEvent(proxyEvent({ body: base64(bytes), isBase64Encoded: true }));
const invalid = (message: string) => ({ type: 'invalid-request', errors: [{ path: '', message }] });

describe('a body in base64', () => {
  it('says the same as its plain twin', () => {
    expect(readBase64(BODY)).toEqual(EVENT);
    expect(readPaymentEvent(proxyEvent({ body: BODY }))).toEqual(EVENT);
  });

  it.each([
    // `pm_>>>???` would need + and / in the standard alphabet.
    { case: 'the URL-safe alphabet', body: base64(`${BODY}>>>???`).replaceAll('+', '-').replaceAll('/', '_').replace('=', '-') },
    { case: 'junk', body: '*** not base64 ***' },
    { case: 'no padding', body: base64(`${BODY} `).replace(/=+$/, '') },
    { case: 'white space inside', body: `${base64(BODY).slice(0, 40)}\n${base64(BODY).slice(40)}` },
    { case: 'text after the padding', body: `${base64(`${BODY} `)}AAAA` },
    { case: 'plain JSON', body: BODY },
  ])('is refused with $case', ({ body }) => {
    expect(readPaymentEvent(proxyEvent({ body, isBase64Encoded: true }))).toEqual(invalid('must be valid base64'));
  });

  it.each([
    {
      case: 'FF FE inside a string',
      bytes: Buffer.concat([Buffer.from('{"orderId":"ord-'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    },
    { case: 'a cut sequence', bytes: Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d]) },
    { case: 'an overlong slash', bytes: Buffer.from([0x22, 0xc0, 0xaf, 0x22]) },
    { case: 'a surrogate in UTF-8', bytes: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]) },
    { case: 'Latin-1', bytes: Buffer.from('{"orderId":"ord-é"}', 'latin1') },
    { case: 'UTF-16LE with a byte order mark', bytes: Buffer.from(`\ufeff${BODY}`, 'utf16le') },
    { case: 'gzip', bytes: gzipSync(BODY) },
  ])('is refused as not UTF-8 with $case', ({ bytes }) => {
    expect(readBase64(bytes)).toEqual(invalid('must be UTF-8'));
  });

  it.each([
    { case: 'UTF-16LE without a byte order mark', bytes: Buffer.from(BODY, 'utf16le') },
    { case: 'a byte order mark in UTF-8', bytes: Buffer.from(`\ufeff${BODY}`) },
  ])('is refused as not JSON with $case', ({ bytes }) => {
    expect(readBase64(bytes)).toEqual(invalid('must be valid JSON'));
  });
});

describe('the size of a body', () => {
  const padded = (bytes: number, fill = ' ') => BODY + fill.repeat((bytes - BODY.length) / Buffer.byteLength(fill));
  const tooLarge = { type: 'payload-too-large', detail: 'A body may have 16384 bytes.' };

  it('may be 16,384 bytes', () => {
    expect(readPaymentEvent(proxyEvent({ body: padded(16_384) }))).toEqual(EVENT);
    expect(readBase64(padded(16_384))).toEqual(EVENT);
  });

  it.each([16_385, 200_000, 262_145, 1_048_577])('may not be %d bytes', (bytes) => {
    expect(readPaymentEvent(proxyEvent({ body: padded(bytes) }))).toEqual(tooLarge);
    expect(readBase64(padded(bytes))).toEqual(tooLarge);
  });

  it('is counted in bytes, not in characters: 4,096 emoji of 4 bytes are 16,384', () => {
    const emoji = (count: number) => `"${'💳'.repeat(count)}"`;
    // 4,095 emoji and two quotes are 16,382 bytes, one more is 16,386.
    expect(readPaymentEvent(proxyEvent({ body: emoji(4095) }))).toEqual(invalid('must be a JSON object'));
    expect(readPaymentEvent(proxyEvent({ body: emoji(4096) }))).toEqual(tooLarge);
    expect(readBase64(emoji(4095))).toEqual(invalid('must be a JSON object'));
    expect(readBase64(emoji(4096))).toEqual(tooLarge);
  });

  it.each(['['.repeat(100_000), `{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`])('is judged before its nesting', (body) => {
    expect(readPaymentEvent(proxyEvent({ body }))).toEqual(tooLarge);
  });
});

describe('the media type', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON;charset=UTF-8',
    'application/json; charset=utf-8',
    'application/json;charset="utf-8"',
    'application/json;charset=utf8',
    'application/json; version=1',
    ' application/json ',
  ])('may be %j', (type) => {
    expect(readPaymentEvent(proxyEvent({ body: BODY, headers: { 'content-type': type } }))).toEqual(EVENT);
  });

  it.each([
    'text/plain',
    'application/vnd.api+json',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
    'json',
    '',
    'application/json, text/plain',
  ])('may not be %j', (type) => {
    expect(readPaymentEvent(proxyEvent({ body: BODY, headers: { 'Content-Type': type } }))).toEqual({
      type: 'unsupported-media-type',
      detail: 'Content-Type must be application/json.',
    });
  });

  it.each([
    'application/json; charset=utf-16',
    'application/json;charset=iso-8859-1',
    'application/json; CHARSET="UTF-16LE"',
    'application/json; charset=',
  ])('may not be %j', (type) => {
    expect(readPaymentEvent(proxyEvent({ body: BODY, headers: { 'Content-Type': type } }))).toEqual({
      type: 'unsupported-media-type',
      detail: 'The charset must be UTF-8.',
    });
  });

  it.each<{ case: string; headers: Record<string, string[]> }>([
    { case: 'missing', headers: {} },
    { case: 'sent twice', headers: { 'Content-Type': ['application/json', 'text/plain'] } },
  ])('may not be $case', ({ headers }) => {
    expect(readPaymentEvent(proxyEvent({ body: BODY, headers }))).toEqual({
      type: 'unsupported-media-type',
      detail: 'Content-Type must be sent once.',
    });
  });

  it.each(['gzip', 'GZIP', 'br', 'deflate', 'identity, gzip', 'zstd'])('may not be encoded as %j', (encoding) => {
    const request = proxyEvent({
      body: base64(gzipSync(BODY)),
      isBase64Encoded: true,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    });
    expect(readPaymentEvent(request)).toEqual({ type: 'unsupported-media-type', detail: 'Content-Encoding is not supported.' });
  });

  it('may be encoded as identity, which is no encoding', () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' };
    expect(readPaymentEvent(proxyEvent({ body: BODY, headers }))).toEqual(EVENT);
  });
});
