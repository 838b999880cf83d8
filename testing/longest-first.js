const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites of minutes, longest first. Left to the end, as their small files would be, they run alone while the other worker has nothing to do. */
const LONGEST = [
  'proof/crash-matrix',
  'proof/load',
  'proof/drill',
  'proof/patience',
  'proof/recovery',
  'system/redrive-chosen',
  'system/replays',
  'property/schedules',
  'system/ops',
];

const rank = ({ path }) => {
  const index = LONGEST.findIndex((suite) => path.endsWith(`/test/${suite}.test.ts`));
  return index < 0 ? LONGEST.length : index;
};

/** Jest knows how long a suite takes only where it has run before: never in CI. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
