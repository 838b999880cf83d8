// The SDK's notice about Node.js 20 would be printed by every test file.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** What takes minutes, or needs a browser: `npm run check` runs it with jest.check.config.js. */
const EVIDENCE = ['<rootDir>/test/proof', '<rootDir>/test/browser'];

/** @type {import('jest').Config} */
const shared = {
  testMatch: ['**/*.test.ts'],
  testSequencer: '<rootDir>/testing/longest-first.js',
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }] },
  globalSetup: '<rootDir>/testing/global-setup.ts',
  globalTeardown: '<rootDir>/testing/global-teardown.ts',
  setupFilesAfterEnv: ['aws-cdk-lib/testhelpers/jest-autoclean'],
  testEnvironment: 'node',
  // Tests of the simulator start processes; on two busy cores that takes its time.
  testTimeout: 60_000,
  maxWorkers: 2,
};

module.exports = {
  ...shared,
  roots: ['<rootDir>/test', '<rootDir>/packages'],
  testPathIgnorePatterns: ['/node_modules/', ...EVIDENCE],
};
// Not a setting of Jest's, so that it does not ask what it is.
Object.defineProperty(module.exports, 'evidence', { value: { ...shared, roots: EVIDENCE }, enumerable: false });
