import '../../../testing/function-environment';

import { TransientFailure } from '../../../contract/failures';
import { deliveryLog } from '../../../functions/charge/delivery-log';
import { logger } from '../../../functions/shared/observability';
import { anEvent } from '../../../testing/payment-factory';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  logger.setLogLevel('INFO');
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  logger.setLogLevel('SILENT');
});

const message = { messageId: 'm-1', receiptHandle: 'h', groupId: 'ord-1', receives: 2, body: '{}', sentBy: { apiRequestId: 'api-1' } };
const event = anEvent({ orderId: 'ord-1' });
const read = () => lines.map((line) => JSON.parse(line));

it('has one line for a delivery, with the ids that join it to request, message and provider', () => {
  const { log, noteProviderRequest } = deliveryLog('lambda-1');
  noteProviderRequest(event, 'req_first');
  noteProviderRequest(event, 'req_second');
  noteProviderRequest(anEvent({ orderId: 'ord-2' }), 'req_other');
  log('charged', message, { kind: 'done', event, status: 'charged' });
  expect(read()).toEqual([
    expect.objectContaining({
      level: 'INFO',
      message: 'charged',
      orderId: 'ord-1',
      attempt: 1,
      messageId: 'm-1',
      receives: 2,
      requestId: 'lambda-1',
      apiRequestId: 'api-1',
      providerRequestIds: ['req_first', 'req_second'],
    }),
  ]);
});

it.each([undefined, '', 'req_', 'req_card 4242424242424242', 'pm_card_visa', `req_${'a'.repeat(65)}`])(
  'does not log %j, which is no id of the provider',
  (id) => {
    const { log, noteProviderRequest } = deliveryLog('lambda-1');
    noteProviderRequest(event, id);
    log('charged', message, { kind: 'done', event, status: 'charged' });
    expect(read()[0]).not.toHaveProperty('providerRequestIds');
  },
);

it('names the causes of a failure and quotes none of them', () => {
  const { log } = deliveryLog('lambda-1');
  const cause = new TypeError('Bearer sk_test_secret');
  log('provider-error', message, { kind: 'transient', event, failure: new TransientFailure('provider-error', { cause }) });
  expect(read()[0]).toMatchObject({ level: 'WARN', message: 'provider-error', kind: 'transient', causes: ['TypeError'] });
  expect(lines.join()).not.toContain('sk_test_secret');
});
