import { parseDuration } from '../../../lab/start/control/duration';

describe('durations to advance by', () => {
  it.each([
    { text: 'PT14H', ms: 50_400_000 },
    { text: 'P13D', ms: 1_123_200_000 },
    { text: 'PT5M30S', ms: 330_000 },
    { text: 'P1DT1S', ms: 86_401_000 },
    { text: 'P2W', ms: 1_209_600_000 },
    { text: 'PT0.5S', ms: 500 },
    { text: 'PT300S', ms: 300_000 },
  ])('$text is $ms ms', ({ text, ms }) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    { value: '-PT1H', reason: 'must not be negative: time moves forward only' },
    { value: 'PT-1H', reason: 'must not be negative: time moves forward only' },
    { value: 'PT0S', reason: 'must be longer than zero' },
    { value: 'P0D', reason: 'must be longer than zero' },
    { value: 'P9999999D', reason: 'must not be longer than P3650D' },
    { value: 3600, reason: 'must be a string, an ISO 8601 duration such as PT14H' },
    { value: undefined, reason: 'must be a string, an ISO 8601 duration such as PT14H' },
  ])('$value is refused: $reason', ({ value, reason }) => {
    expect(parseDuration(value)).toBe(reason);
  });

  it.each(['', 'P', 'PT', 'P1DT', '14H', 'PT14', 'P1M', 'P1Y', 'PT1H1D', 'pt1h', ' PT1H', 'PT1.5H', 'Infinity'])(
    '"%s" is not one',
    (text) => {
      expect(parseDuration(text)).toBe('must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as PT14H or P13D');
    },
  );
});
