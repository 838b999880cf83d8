import { asSent, attack, payment, statusOf } from '../../testing/hostile/attacked-api';
import { ACCEPTED_AMOUNTS, REFUSED_AMOUNTS } from '../../testing/hostile/json-numbers';
import { BROKEN_STRINGS, encoded, NOT_UTF8, ODD_STRINGS } from '../../testing/hostile/json-strings';
import { DUPLICATES, LITERALS, NESTING, STRUCTURES, TRAILING } from '../../testing/hostile/json-structures';
import { MARKER } from '../../testing/hostile/marker';

const marked = (members: Record<string, string> = {}) => payment({ orderId: `"${MARKER}"`, ...members });
const listed = (group: Readonly<Record<string, string>>) => Object.entries(group).map(([name, text]) => ({ name, text }));
/** 413 is right for what is larger than a body may be. */
const refused = (text: string | Buffer) => (Buffer.byteLength(text) > 16_384 ? 413 : 400);

describe.each(Object.entries({ STRUCTURES, TRAILING, LITERALS, NESTING, DUPLICATES, BROKEN_STRINGS, ODD_STRINGS }))(
  '%s',
  (_category, group) => {
    it.each(listed(group))('refuses $name as a body, as text and as bytes', async ({ text }) => {
      expect(await statusOf(asSent(text))).toBe(refused(text));
      expect(await statusOf(asSent(Buffer.from(text)))).toBe(refused(text));
    });

    it.each(listed(group))('refuses $name as a member that the contract does not know', async ({ text }) => {
      const body = marked({ [MARKER]: text });
      expect(await statusOf(asSent(Buffer.from(body)))).toBe(refused(body));
    });

    it.each(listed(group))('refuses $name as any member that it does', async ({ text }) => {
      for (const member of ['orderId', 'amount', 'currency', 'paymentMethod']) {
        const body = marked({ [member]: text, [MARKER]: '0' });
        expect(await statusOf(asSent(body))).toBe(refused(body));
        const alone = payment({ [member]: text });
        expect(await statusOf(asSent(alone))).toBe(refused(alone));
      }
    });
  },
);

describe('numbers', () => {
  it.each(ACCEPTED_AMOUNTS)('takes the amount %s for %d', async (token, amount) => {
    const { answer, faults, sent } = await attack(asSent(payment({ amount: token })));
    expect(faults).toEqual([]);
    expect(answer.status).toBe(202);
    expect(sent).toEqual([expect.objectContaining({ amount })]);
  });

  it.each(REFUSED_AMOUNTS)('refuses the amount %s', async (token) => {
    expect(await statusOf(asSent(marked({ amount: token })))).toBe(400);
  });
});

describe('bytes', () => {
  it.each(Object.entries(NOT_UTF8))('refuses %s in an order id instead of replacing it', async (_name, string) => {
    const [before, after] = payment({ orderId: MARKER }).split(MARKER);
    const body = Buffer.concat([Buffer.from(before!), string, Buffer.from(after!)]);
    const { answer, faults } = await attack(asSent(body));
    expect(faults).toEqual([]);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, errors: [{ path: '', message: 'must be UTF-8' }] });
    expect(await statusOf(asSent(string))).toBe(400);
  });

  it.each(Object.entries(encoded(payment())))('refuses a good payment as %s', async (_name, body) => {
    expect(await statusOf(asSent(body))).toBe(400);
  });

  it('accepts the same payment as plain UTF-8', async () => {
    expect(await statusOf(asSent(Buffer.from(payment())))).toBe(202);
  });
});
