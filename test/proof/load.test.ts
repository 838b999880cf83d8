import { proveLoad } from './load';

const PAYMENTS = 150;

it('charges each of 150 payments once while calls fail, processes die and the acquirer is down, and loses none', async () => {
  const { doubleCharges, lostPayments, violations, figures } = await proveLoad({ payments: PAYMENTS, seed: 20_261_129 });
  expect({ doubleCharges, lostPayments, violations }).toEqual({ doubleCharges: 0, lostPayments: 0, violations: [] });
  // The faults did fall, and the DLQ was in use: a quiet run would show nothing.
  const figure = (name: string) => Number.parseInt(String(new Map(figures).get(name)).replaceAll(',', ''), 10);
  expect(figure('outbound calls made to fail')).toBeGreaterThan(PAYMENTS / 5);
  expect(figure('messages in the DLQ at the first redrive')).toBeGreaterThan(0);
  expect(figure('messages in the DLQ at the second redrive')).toBeGreaterThan(0);
}, 600_000);
