import { InvalidRedriveRequest, readRedriveRequest } from '../../../functions/redrive/redrive-request';

describe('a redrive request may be', () => {
  it.each([
    { action: 'preview' },
    { action: 'preview', requestedBy: 'jo' },
    { action: 'list' },
    { action: 'discard', messageIds: ['8e03978e-40d5-43dd-bc93-6894a57f9324'], dryRun: true, requestedBy: 'jo' },
    { action: 'start' },
    { action: 'start', dryRun: true },
    { action: 'start', dryRun: false, maxMessagesPerSecond: 1, requestedBy: 'a'.repeat(128) },
    { action: 'start', maxMessagesPerSecond: 500 },
    { action: 'start', orderIds: ['ord-1001', '__proto__', 'a'.repeat(64)] },
    { action: 'start', orderIds: Array.from({ length: 1000 }, (_, index) => `ord-${index}`) },
    { action: 'start', orderIds: ['ord-1'], maxMessagesPerSecond: 5 },
    { action: 'start', requestedBy: 'José Müller, night shift 🌙 (arn:aws:sts::123456789012:assumed-role/ops/jo)' },
    { action: 'status' },
    { action: 'cancel', requestedBy: 'jo' },
  ])('%j', (request) => {
    expect(readRedriveRequest(request)).toEqual(request);
  });
});

describe('a redrive request is refused', () => {
  it.each([
    { request: undefined, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: null, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: 'start', because: 'action must be preview, list, discard, start, status or cancel' },
    { request: [], because: 'action must be preview, list, discard, start, status or cancel' },
    { request: {}, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: { action: 'purge' }, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: { action: 'START' }, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: { action: 'constructor' }, because: 'action must be preview, list, discard, start, status or cancel' },
    { request: { action: 'start', maxMessagesPerSecond: 0 }, because: 'maxMessagesPerSecond must be at least 1' },
    { request: { action: 'start', maxMessagesPerSecond: 501 }, because: 'maxMessagesPerSecond must be at most 500' },
    { request: { action: 'start', maxMessagesPerSecond: 1.5 }, because: 'maxMessagesPerSecond must be an integer' },
    { request: { action: 'start', maxMessagesPerSecond: '10' }, because: 'maxMessagesPerSecond must be an integer' },
    { request: { action: 'start', orderIds: [] }, because: 'orderIds must not be empty' },
    { request: { action: 'start', orderIds: 'ord-1001' }, because: 'orderIds must be a list' },
    { request: { action: 'start', orderIds: ['ord-1001', 'ord 1002'] }, because: 'orderIds.1 must be an order id' },
    { request: { action: 'start', orderIds: [1001] }, because: 'orderIds.0 must be a string' },
    { request: { action: 'start', orderIds: Array(1001).fill('ord-1001') }, because: 'orderIds must name at most 1000 orders' },
    { request: { action: 'discard' }, because: 'messageIds must be a list' },
    { request: { action: 'discard', messageIds: [] }, because: 'messageIds must not be empty' },
    { request: { action: 'discard', messageIds: ['m-1'] }, because: 'messageIds.0 must be a message id' },
    { request: { action: 'discard', messageIds: [7] }, because: 'messageIds.0 must be a string' },
    {
      request: { action: 'discard', messageIds: Array(101).fill('8e03978e-40d5-43dd-bc93-6894a57f9324') },
      because: 'messageIds must name at most 100 messages',
    },
    {
      request: { action: 'discard', messageIds: ['8e03978e-40d5-43dd-bc93-6894a57f9324'], orderIds: ['ord-1'] },
      because: 'discard takes action, messageIds, dryRun, requestedBy and no other member',
    },
    { request: { action: 'start', dryRun: 'true' }, because: 'dryRun must be true or false' },
    { request: { action: 'start', requestedBy: '' }, because: 'requestedBy must not be empty' },
    { request: { action: 'start', requestedBy: 'a'.repeat(129) }, because: 'requestedBy must be at most 128 characters' },
    { request: { action: 'status', requestedBy: ' \u00a0' }, because: 'requestedBy must not be blank' },
    { request: { action: 'start', requestedBy: 'jo\n{"level":"INFO"}' }, because: 'requestedBy must be printable text' },
    { request: { action: 'start', requestedBy: 'jo\u202e' }, because: 'requestedBy must be printable text' },
    { request: { action: 'cancel', requestedBy: '4242 4242 4242 4242' }, because: 'requestedBy must not hold a card number' },
    { request: { action: 'start', orderIds: ['4242424242424242'] }, because: 'orderIds.0 must not hold a card number' },
    { request: { action: 'start', requestedBy: 7 }, because: 'requestedBy must be a string' },
    {
      request: { action: 'start', dryrun: true },
      because: 'start takes action, maxMessagesPerSecond, orderIds, dryRun, requestedBy and no other member',
    },
    { request: { action: 'preview', orderIds: ['ord-1001'] }, because: 'preview takes action, requestedBy and no other member' },
    {
      request: { action: 'start', maxMessagesPerSecond: 0, dryRun: 1 },
      because: 'maxMessagesPerSecond must be at least 1; dryRun must be true or false',
    },
  ])('with: $because', ({ request, because }) => {
    expect(() => readRedriveRequest(request)).toThrow(new InvalidRedriveRequest(because));
  });

  it('with an error that has a name of its own, so that an operator tells it from a failure', () => {
    expect(() => readRedriveRequest({})).toThrow(expect.objectContaining({ name: 'InvalidRedriveRequest' }));
  });
});
