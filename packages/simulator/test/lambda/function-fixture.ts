import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClock } from '../../src/clock';
import { createLambda } from '../../src/lambda/service';
import type { Clock, FunctionDefinition, LambdaService, LogLine } from '../../src/types';

export interface FunctionSource {
  /** File name in the asset to its text. */
  files: Record<string, string>;
  settings?: Partial<FunctionDefinition>;
}

export interface Deployment {
  clock: Clock;
  lambda: LambdaService;
  logs: LogLine[];
  /** Invokes and parses what came back. */
  call(name: string, event?: unknown): Promise<{ value: unknown; functionError?: string }>;
  close(): Promise<void>;
}

/** An ESM function of one file: `body` is the body of its async handler `(event, context)`. */
export function esm(body: string, settings: Partial<FunctionDefinition> = {}): FunctionSource {
  return { files: { 'index.mjs': `export const handler = async (event, context) => {${body}};` }, settings };
}

/** Writes the functions to a temporary directory and starts a Lambda service with them. `close` removes everything. */
export function deploy(functions: Record<string, FunctionSource>, clock: Clock = createClock()): Deployment {
  const root = mkdtempSync(path.join(tmpdir(), 'lambda-test-'));
  const logs: LogLine[] = [];
  const definitions = Object.entries(functions).map(([folder, { files, settings }]): FunctionDefinition => {
    const codeDirectory = path.join(root, folder);
    mkdirSync(codeDirectory);
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(codeDirectory, file), text);
    return {
      name: `stack-${folder}`,
      arn: `arn:aws:lambda:eu-central-1:000000000000:function:stack-${folder}`,
      folder,
      codeDirectory,
      handler: 'index.handler',
      environment: {},
      memoryMb: 256,
      timeoutMs: 30_000,
      accessKeyId: `AKIA${folder}`,
      ...settings,
    };
  });
  const lambda = createLambda({
    functions: definitions,
    clock,
    awsEndpoint: 'http://127.0.0.1:4566',
    region: 'eu-central-1',
    onLog: (line) => logs.push(line),
  });
  return {
    clock,
    lambda,
    logs,
    async call(name, event = {}) {
      const { payload, ...rest } = await lambda.invoke(`stack-${name}`, JSON.stringify(event));
      return { value: JSON.parse(payload), ...rest };
    },
    async close() {
      await lambda.close();
      clock.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Resolves when `condition` holds; the test's own time-out ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
