import { stateText } from '../../../ops/recovery/ask-recovery';

it('says what the recovery is at', () => {
  const text = stateText({
    phase: 'trying',
    isPaused: true,
    canary: { orderId: 'ord-1', attempt: 2, at: '2026-11-29T10:00:00.000Z', isSettled: false },
    triedAt: '2026-11-29T10:00:00.000Z',
    pauseSeconds: 600,
    watched: [],
    endedAt: [],
  });
  expect(text).toMatch(/paused\W+yes/);
  expect(text).toMatch(/sends back\W+one payment at a time, until one is charged/);
  expect(text).toMatch(/on trial\W+ord-1\/2 since 2026-11-29T10:00:00.000Z/);
  expect(text).toMatch(/least pause\W+600 s/);
});

it('says so when it has never tried', () => {
  expect(stateText({ phase: 'sending', isPaused: false, pauseSeconds: 0, watched: [], endedAt: [] })).toMatch(/tried last\W+never/);
});
