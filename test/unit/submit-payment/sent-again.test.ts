import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/submit-payment/handler';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { printedMetrics } from '../../../testing/printed-metrics';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const BODY = '{"orderId":"ord-1001","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';

/** Metrics and sends of one request for a payment whose rows are these. */
async function post(rows: ReturnType<typeof aPayment>[]) {
  const sent: unknown[] = [];
  const send = async (...what: unknown[]) => void sent.push(what);
  const { ports } = anApi({ payments: memoryPayments(rows) });
  const lines = await printedMetrics(async () => {
    await makeHandler({ ...ports, send })(proxyEvent({ body: BODY }), lambdaContext('another-request'));
  });
  return { sent, metrics: lines.map(({ _aws, service: _service, ...metrics }) => metrics) };
}

it('sends a message with the id that API Gateway gave the request', async () => {
  const { sent, metrics } = await post([]);
  expect(sent).toEqual([[expect.objectContaining({ orderId: 'ord-1001' }), 'gateway-request-1']]);
  expect(metrics).toEqual([]);
});

it.each(['accepted', 'charging'] as const)('counts the message that it sends again for a payment that is %s', async (status) => {
  const { sent, metrics } = await post([aPayment({ status, chargeId: 'pi_1' })]);
  expect(sent).toHaveLength(1);
  expect(metrics).toEqual([{ SentAgain: 1 }]);
});

it.each(['charged', 'declined', 'expired'] as const)('sends and counts nothing for a payment that is %s', async (status) => {
  const { sent, metrics } = await post([aPayment({ status, chargeId: 'pi_1' })]);
  expect(sent).toEqual([]);
  expect(metrics).toEqual([]);
});
