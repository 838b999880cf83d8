import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(__dirname, '..');
const PROGRAM = join('story', 'main.ts');

/** Longest that an exhibit may play: it starts a system of its own first. */
const PATIENCE_MS = 120_000;

/** What it prints beyond this is not read. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

export interface Story {
  /** What the story itself lists; empty where there is none. */
  list: () => Promise<unknown[]>;
  /** Plays one, when no other plays. */
  play: (number: number) => Promise<{ kind: 'told'; exhibit: unknown } | { kind: 'busy' | 'failed' }>;
  close: () => void;
}

/**
 * Runs the story as its own command line does, in a process beside the simulator, which has no part in it.
 *
 * @param program path from the root of the repository
 */
export function createStory(program = PROGRAM): Story {
  const children = new Set<ChildProcess>();
  let exhibits: Promise<unknown[]> | undefined;
  let isPlaying = false;

  async function run(...args: string[]): Promise<unknown> {
    const child = spawn(process.execPath, ['--import', 'tsx', program, ...args, '--json'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE_MS,
    });
    children.add(child);
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      if (output.length < MAX_OUTPUT_BYTES) output += text;
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('close', resolve);
      child.once('error', () => resolve(null));
    });
    children.delete(child);
    if (code !== 0) throw new Error(`the story ended with ${code}`);
    return JSON.parse(output);
  }

  return {
    async list() {
      if (!existsSync(resolve(ROOT, program))) return [];
      exhibits ??= run('--list').then((listed) => (Array.isArray(listed) ? listed : []));
      try {
        return await exhibits;
      } catch {
        exhibits = undefined;
        return [];
      }
    },
    async play(number) {
      if (isPlaying) return { kind: 'busy' };
      isPlaying = true;
      try {
        return { kind: 'told', exhibit: await run(String(number)) };
      } catch {
        return { kind: 'failed' };
      } finally {
        isPlaying = false;
      }
    },
    close: () => {
      for (const child of children) child.kill();
    },
  };
}
