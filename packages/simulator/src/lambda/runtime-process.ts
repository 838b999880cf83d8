import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

const BOOTSTRAP = path.join(__dirname, 'bootstrap.mjs');

/** Smallest memory of a Lambda function; Node does not start reliably with much less. */
const MIN_MEMORY_MB = 128;

/** The words that Lambda uses for signals in its exit messages. */
const SIGNAL_WORDS: Record<string, string> = { SIGKILL: 'killed', SIGABRT: 'aborted', SIGSEGV: 'segmentation fault' };

export interface RuntimeProcess {
  kill(): void;
  /** Resolves when the process has ended and all its output is read, with the reason in Lambda's words. */
  exited: Promise<string>;
}

/** Calls `onLine` for each line. Splits at line feeds only: `node:readline` would also split JSON at U+2028. */
function readLines(stream: Readable, onLine: (text: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `Runtime exited with error: signal: ${SIGNAL_WORDS[signal] ?? signal}`;
  if (code === 0) return 'Runtime exited without providing a reason';
  return `Runtime exited with error: exit status ${code}`;
}

/** Starts Node with the bootstrap. More heap than `memoryMb` is a crash, as on Lambda. */
export function startRuntimeProcess(memoryMb: number, env: Record<string, string>, onLine: (text: string) => void): RuntimeProcess {
  const heap = `--max-old-space-size=${Math.max(memoryMb, MIN_MEMORY_MB)}`;
  const child = spawn(process.execPath, [heap, BOOTSTRAP], { env, cwd: env.LAMBDA_TASK_ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  readLines(child.stdout, onLine);
  readLines(child.stderr, onLine);
  const exited = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(exitReason(code, signal)));
    child.once('error', (error) => resolve(`Runtime failed to start: ${error.message}`));
  });
  return { kill: () => void child.kill('SIGKILL'), exited };
}
