import { backoffSeconds, PATIENCE, patienceOf, shortestPatienceSeconds } from '../../../contract/patience';

test.each([
  { receives: 1, shortest: 5, longest: 10 },
  { receives: 2, shortest: 10, longest: 20 },
  { receives: 4, shortest: 40, longest: 80 },
  { receives: 6, shortest: 160, longest: 320 },
  { receives: 7, shortest: 300, longest: 600 },
  { receives: 20, shortest: 300, longest: 600 },
])('patience hour waits $shortest to $longest seconds after receive $receives', ({ receives, shortest, longest }) => {
  expect(backoffSeconds(receives, PATIENCE.hour, 0)).toBe(shortest);
  expect(backoffSeconds(receives, PATIENCE.hour, 0.999_999)).toBe(longest);
});

test.each([
  { name: 'short', seconds: 75 },
  { name: 'hour', seconds: 4515 },
] as const)('patience $name lasts at least $seconds seconds', ({ name, seconds }) => {
  expect(shortestPatienceSeconds(PATIENCE[name])).toBe(seconds);
});

test.each(['', 'long', 'constructor'])('fails for patience %p', (name) => {
  expect(() => patienceOf(name)).toThrow(`there is no patience "${name}": it is short or hour`);
});
