import { join } from 'node:path';
import { readAssembly } from '@charge-once/simulator/cloudformation/cloud-assembly';
import { functionDefinition } from '@charge-once/simulator/cloudformation/functions';
import { openStack } from '@charge-once/simulator/cloudformation/stack';
import { App, Stack } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

const ROOT = join(__dirname, '../../..');

/** Whoever charge-once is compared with: folders under `peers/`. */
export const PEERS = ['stock-recipe', 'hand-written-guard', 'no-guard'] as const;
export type Peer = (typeof PEERS)[number];

export interface Bundle {
  readonly codeDirectory: string;
  readonly handler: string;
}

/**
 * Bundles the peers as a team does that writes `new NodejsFunction(…)` and no more: CommonJS, not minified, the AWS SDK left to the runtime.
 *
 * @param outdir folder for the cloud assembly
 */
export function bundlePeers(outdir: string): Record<Peer, Bundle> {
  const app = new App({ outdir, analyticsReporting: false });
  const stack = new Stack(app, 'Peers', { env: { account: '000000000000', region: 'us-east-1' } });
  for (const peer of PEERS) {
    new NodejsFunction(stack, peer, {
      entry: join(__dirname, '..', 'peers', peer, 'handler.ts'),
      runtime: Runtime.NODEJS_24_X,
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
      environment: { POWERTOOLS_SERVICE_NAME: peer },
      bundling: { logLevel: LogLevel.ERROR },
    });
  }
  app.synth();
  const [template] = readAssembly(outdir);
  const opened = openStack(template!, '', () => undefined);
  const functions = opened.resources.filter(({ type }) => type === 'AWS::Lambda::Function').map((each) => functionDefinition(opened, each));
  return Object.fromEntries(functions.map(({ folder, codeDirectory, handler }) => [folder, { codeDirectory, handler }])) as Record<
    Peer,
    Bundle
  >;
}
