import * as windows from '../../../contract/windows';

test('a message can come back for 40 days: 4 in the queue, and twice 14 in the dead-letter queue and 4 after the redrive', () => {
  expect(windows.REPLAY_HORIZON_SECONDS).toBe(40 * 86_400);
});

test('the guard remembers for 41 days', () => {
  expect(windows.GUARD_LIFE_SECONDS).toBe(41 * 86_400);
});

test('a payment older than 40 days is not charged', () => {
  expect(windows.CHARGE_HORIZON_SECONDS).toBe(40 * 86_400);
});

test('a payment needs attention after a quarter of an hour, however long it is retried', () => {
  expect(windows.ATTENTION_AFTER_SECONDS).toBe(900);
});

test('a client token is kept for 24 hours', () => {
  expect(windows.CLIENT_TOKEN_LIFE_SECONDS).toBe(86_400);
});
