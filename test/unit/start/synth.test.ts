import { errorMessage } from '../../../lab/start/synth';

describe('the message of a failed synthesis', () => {
  it.each([
    {
      case: "the app's own sentences",
      stderr: "The setting 'stag' is not known.\nAllowed are stage and stripeSecretName.\n",
      right: "The setting 'stag' is not known. Allowed are stage and stripeSecretName.",
    },
    {
      case: 'an exception',
      stderr:
        '/app/lib/a.ts:3\n  throw new Error("no");\n        ^\n\nError: no\n    at Object.<anonymous> (/app/lib/a.ts:3:9)\n\nNode.js v20.20.2\n',
      right: 'no',
    },
    {
      case: 'an error of CDK',
      stderr:
        'node:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n\n«CannotFindEntryFile» Cannot find entry file at handler.ts\n    ...new NodejsFunction in aws-cdk-lib...\nRelates to construct:\n    <.> (aws-cdk-lib.App)\n\nNode.js v20.20.2\n',
      right: '«CannotFindEntryFile» Cannot find entry file at handler.ts',
    },
    { case: 'nothing', stderr: '', right: 'it printed no reason' },
  ])('is $case on one line', ({ stderr, right }) => {
    expect(errorMessage(stderr)).toBe(right);
  });
});
