/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }] },
  setupFilesAfterEnv: ['aws-cdk-lib/testhelpers/jest-autoclean'],
  testEnvironment: 'node',
  maxWorkers: 2,
};
