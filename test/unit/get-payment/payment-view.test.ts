import { viewPayment } from '../../../functions/get-payment/payment-view';
import { aPayment } from '../../../testing/payment-factory';

const TEN_O_CLOCK = Date.parse('2026-11-29T10:00:00.000Z');
const view = (...rows: Parameters<typeof viewPayment>[1]) => JSON.stringify(viewPayment('ord-1001', rows, TEN_O_CLOCK + 60_000));

it('is nothing for an order without rows', () => {
  expect(viewPayment('ord-1001', [], TEN_O_CLOCK)).toBeUndefined();
});

describe('shows a payment that is', () => {
  it.each([
    {
      case: 'accepted',
      row: aPayment(),
      shown: '{"attempt":1,"amount":1999,"currency":"EUR","status":"accepted","acceptedAt":"2026-11-29T10:00:00.000Z"}',
    },
    {
      case: 'accepted in a currency without decimals',
      row: aPayment({ amount: 500, currency: 'JPY' }),
      shown: '{"attempt":1,"amount":500,"currency":"JPY","status":"accepted","acceptedAt":"2026-11-29T10:00:00.000Z"}',
    },
    {
      case: 'charging',
      row: aPayment({ status: 'charging', chargeId: 'pi_1' }),
      shown: '{"attempt":1,"amount":1999,"currency":"EUR","status":"charging","acceptedAt":"2026-11-29T10:00:00.000Z","chargeId":"pi_1"}',
    },
    {
      case: 'charged',
      row: aPayment({ status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:02.000Z' }),
      shown:
        '{"attempt":1,"amount":1999,"currency":"EUR","status":"charged","acceptedAt":"2026-11-29T10:00:00.000Z","chargeId":"pi_1","chargedAt":"2026-11-29T10:00:02.000Z"}',
    },
    {
      case: 'declined',
      row: aPayment({ status: 'declined', chargeId: 'pi_1', declineCode: 'insufficient_funds' }),
      shown:
        '{"attempt":1,"amount":1999,"currency":"EUR","status":"declined","acceptedAt":"2026-11-29T10:00:00.000Z","chargeId":"pi_1","declineCode":"insufficient_funds"}',
    },
    {
      case: 'declined before there was a charge',
      row: aPayment({ status: 'declined', declineCode: 'amount_too_small' }),
      shown:
        '{"attempt":1,"amount":1999,"currency":"EUR","status":"declined","acceptedAt":"2026-11-29T10:00:00.000Z","declineCode":"amount_too_small"}',
    },
    {
      case: 'expired',
      row: aPayment({ status: 'expired' }),
      shown: '{"attempt":1,"amount":1999,"currency":"EUR","status":"expired","acceptedAt":"2026-11-29T10:00:00.000Z"}',
    },
    {
      case: 'charging after a failure',
      row: aPayment({
        status: 'charging',
        chargeId: 'pi_1',
        lastFailure: { code: 'provider-unreachable', at: '2026-11-29T10:00:08.000Z', deadLettered: false },
      }),
      shown:
        '{"attempt":1,"amount":1999,"currency":"EUR","status":"charging","acceptedAt":"2026-11-29T10:00:00.000Z","chargeId":"pi_1","lastFailure":{"code":"provider-unreachable","at":"2026-11-29T10:00:08.000Z"}}',
    },
  ])('$case, without its payment method and request id', ({ row, shown }) => {
    expect(view(row)).toBe(`{"orderId":"ord-1001","status":"${row.status}","attempts":[${shown}]}`);
  });
});

it('lists every attempt in order, under the status of the latest', () => {
  expect(
    view(
      aPayment({ status: 'declined', declineCode: 'card_declined' }),
      aPayment({ attempt: 2, status: 'charged', chargeId: 'pi_2', chargedAt: '2026-11-29T10:00:40.000Z' }),
    ),
  ).toBe(
    '{"orderId":"ord-1001","status":"charged","attempts":[' +
      '{"attempt":1,"amount":1999,"currency":"EUR","status":"declined","acceptedAt":"2026-11-29T10:00:00.000Z","declineCode":"card_declined"},' +
      '{"attempt":2,"amount":1999,"currency":"EUR","status":"charged","acceptedAt":"2026-11-29T10:00:00.000Z","chargeId":"pi_2","chargedAt":"2026-11-29T10:00:40.000Z"}]}',
  );
});
