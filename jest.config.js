// The SDK's notice about Node.js 20 would be printed by every test file.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test', '<rootDir>/packages'],
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
