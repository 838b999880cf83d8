import fc from 'fast-check';
import { asSent, attack, statusOf } from '../../testing/hostile/attacked-api';
import { isPaymentRequest } from '../../testing/hostile/contract';
import { GOOD, nearlyValidRequest, validRequest, violations } from '../../testing/hostile/contract-requests';

it('every request that the contract allows is accepted, unless its attempt is out of turn', async () => {
  await fc.assert(
    fc.asyncProperty(validRequest, async (request) => {
      expect(isPaymentRequest(request)).toBe(true);
      const { answer, faults, sent } = await attack(asSent(Buffer.from(JSON.stringify(request))));
      expect(faults).toEqual([]);
      const attempt = request.attempt ?? 1;
      expect(answer.status).toBe(attempt === 1 ? 202 : 409);
      if (attempt === 1) expect(sent).toEqual([{ ...request, attempt: 1 }]);
    }),
    { numRuns: 300 },
  );
});

it('a request close to the contract is accepted exactly when the contract allows it', async () => {
  await fc.assert(
    fc.asyncProperty(nearlyValidRequest, async (request) => {
      const allowed = isPaymentRequest(request);
      const status = await statusOf(asSent(Buffer.from(JSON.stringify(request))));
      expect({ request, allowed: status === 202 || status === 409 }).toEqual({ request, allowed });
    }),
    { numRuns: 700 },
  );
});

it.each(violations())('refuses what breaks one rule alone, and names the member: $rule', async ({ path, request }) => {
  expect(isPaymentRequest(request)).toBe(false);
  const { answer, faults } = await attack(asSent(JSON.stringify(request)));
  expect(faults).toEqual([]);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body).errors.map((error: { path: string }) => error.path)).toEqual([path]);
});

it('the request that the broken ones start from is accepted', async () => {
  expect(await statusOf(asSent(JSON.stringify(GOOD)))).toBe(202);
});
