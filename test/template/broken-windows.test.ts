import { synthesize } from './app';

// As if somebody had raised the function's time-out in windows.ts and nothing else.
jest.mock('../../contract/windows', () => ({ ...jest.requireActual('../../contract/windows'), CHARGE_TIMEOUT_SECONDS: 60 }));

test('fails when only the time-out of the charge function is raised', () => {
  expect(() => synthesize()).toThrow('VISIBILITY_SECONDS is 180, but must be at least 6 × CHARGE_TIMEOUT_SECONDS (360)');
});
