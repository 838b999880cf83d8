import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { asSent, JSON_TYPE, payment, statusOf } from '../../testing/hostile/attacked-api';
import { MARKER } from '../../testing/hostile/marker';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const BODY = payment();
/** Of a length that base64 has to pad. */
const PADDED = BODY.padEnd(100);

it('random bytes are refused, alone, in front of, behind and inside a payment', async () => {
  const place = fc.constantFrom('alone', 'front', 'behind', 'inside');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 120 }), place, async (bytes, where) => {
      // JSON's own blanks would leave the payment a payment; so may a lone byte that only changes a name or value to an allowed one.
      const noise = Buffer.concat([Buffer.from([0xff]), bytes, Buffer.from(MARKER)]);
      const [front, behind] = [Buffer.from(BODY.slice(0, 30)), Buffer.from(BODY.slice(30))];
      const body = { alone: [noise], front: [noise, front, behind], behind: [front, behind, noise], inside: [front, noise, behind] }[where];
      expect(await statusOf(asSent(Buffer.concat(body)))).toBe(400);
    }),
    { numRuns: 400 },
  );
});

it('a payment with one byte changed is accepted or refused, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(BODY.length - 1), fc.integer({ min: 0, max: 255 }), async (index, byte) => {
      const body = Buffer.from(BODY);
      body[index] = byte;
      expect([202, 400]).toContain(await statusOf(asSent(body)));
    }),
    { numRuns: 600 },
  );
});

it.each(Array.from({ length: BODY.length }, (_, length) => length))('a payment cut after %d bytes is refused', async (length) => {
  expect(await statusOf(asSent(Buffer.from(BODY.slice(0, length))))).toBe(400);
});

describe('base64', () => {
  it.each([
    { case: 'as API Gateway writes it', body: base64(BODY), status: 202 },
    { case: 'with one blank more in the payment', body: base64(`${BODY} `), status: 202 },
    { case: 'of nothing', body: '', status: 400 },
    { case: 'of an empty object', body: 'e30=', status: 400 },
    { case: 'that is plain JSON', body: BODY, status: 400 },
    { case: 'without its padding', body: base64(PADDED).replace(/=+$/, ''), status: 400 },
    { case: 'with too much padding', body: `${base64(BODY)}====`, status: 400 },
    { case: 'with the alphabet for URLs', body: Buffer.from(`${BODY}???>>>`).toString('base64url'), status: 400 },
    { case: 'with line breaks', body: base64(BODY).replace(/(.{20})/g, '$1\n'), status: 400 },
    { case: 'with a blank in front', body: ` ${base64(BODY)}`, status: 400 },
    { case: 'with a letter that is none of it', body: base64(BODY).replace(/.$/, '*'), status: 400 },
    { case: 'with a marker in the clear', body: `${MARKER}!${base64(BODY)}`, status: 400 },
    { case: 'twice', body: base64(base64(BODY)), status: 400 },
    { case: 'of gzip', body: gzipSync(BODY).toString('base64'), status: 400 },
    { case: 'of NULs', body: Buffer.alloc(300).toString('base64'), status: 400 },
    { case: 'as a data URL', body: `data:application/json;base64,${base64(BODY)}`, status: 400 },
  ])('case: $status', async ({ body, status }) => {
    expect(await statusOf({ body, isBase64Encoded: true })).toBe(status);
  });

  it('that is not marked as such is refused', async () => {
    expect(await statusOf({ body: base64(BODY) })).toBe(400);
  });

  it('of random text is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        expect(await statusOf({ body: `${text}${MARKER}`, isBase64Encoded: true })).toBe(400);
      }),
      { numRuns: 300 },
    );
  });
});

describe('size', () => {
  const padded = (bytes: number, pad = ' ') => `${BODY}${pad.repeat(bytes - BODY.length)}`;
  it.each([
    { case: '16,384 bytes of text', request: asSent(padded(16_384)), status: 202 },
    { case: '16,384 bytes in base64', request: asSent(Buffer.from(padded(16_384))), status: 202 },
    { case: '16,385 bytes of text', request: asSent(padded(16_385)), status: 413 },
    { case: '16,385 bytes in base64', request: asSent(Buffer.from(padded(16_385))), status: 413 },
    { case: '262,145 bytes', request: asSent(padded(262_145, MARKER[0])), status: 413 },
    { case: 'a mebibyte and one', request: asSent(Buffer.from(padded(1_048_577))), status: 413 },
    { case: 'few characters of many bytes', request: asSent(payment({ [MARKER]: `"${'💳'.repeat(5000)}"` })), status: 413 },
    { case: 'a large member', request: asSent(payment({ orderId: `"${MARKER.repeat(2000)}"` })), status: 413 },
    { case: 'thousands of members', request: asSent(payment({ x: `1${',"y":1'.repeat(1500)}` })), status: 400 },
    { case: 'thousands of escapes', request: asSent(payment({ orderId: `"${'\\u0061'.repeat(2000)}"` })), status: 400 },
    { case: 'thousands of digits', request: asSent(payment({ amount: '1'.repeat(15_000) })), status: 400 },
    { case: 'thousands of zeros before a point', request: asSent(payment({ amount: `0.${'0'.repeat(15_000)}1` })), status: 400 },
    { case: 'thousands of quotes', request: asSent(`${'"'.repeat(15_000)}${MARKER}`), status: 400 },
    { case: 'thousands of backslashes', request: asSent(`"${'\\'.repeat(15_000)}${MARKER}`), status: 400 },
  ])('case: $status', async ({ request, status }) => {
    expect(await statusOf({ ...request, headers: JSON_TYPE })).toBe(status);
  });
});
