import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Packages whose version moves the figures. */
const PACKAGES = [
  '@aws-lambda-powertools/idempotency',
  '@aws-lambda-powertools/batch',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-sqs',
  'stripe',
  'zod',
  'dynalite',
  'esbuild',
  'aws-cdk-lib',
];

/** The Node.js that runs the functions: `BENCH_NODE`, or the one that runs this. The simulator and the driver always run on the latter. */
export const FUNCTION_NODE = process.env.BENCH_NODE || process.execPath;

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

/** Rows of the report's head: what was measured, where, and with what. */
export function facts(): [string, string][] {
  const git = (...words: string[]): string => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  const changed = git('status', '--porcelain', '--', 'contract', 'functions', 'lib', 'packages', 'lab/bench') !== '';
  const functionNode = spawnSync(FUNCTION_NODE, ['--version'], { encoding: 'utf8' }).stdout?.trim() || FUNCTION_NODE;
  return [
    ['machine', `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}`],
    ['Node.js of the functions', functionNode],
    ['Node.js of simulator and driver', process.version],
    ['commit', changed ? `${commit}, with changes` : commit],
    ['packages', PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(', ')],
  ];
}
