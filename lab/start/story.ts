import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(__dirname, '../..');
const PROGRAM = join('lab', 'story', 'main.ts');

/** Longest that an exhibit may play: it starts a system of its own first. */
const PATIENCE_MS = 120_000;

/** What it prints beyond this is not read. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

export interface Exhibit {
  readonly number: number;
  readonly title: string;
}

export type Played =
  | { kind: 'told'; exhibit: unknown }
  /** There is none with this number; `numbers` are those that there are. */
  | { kind: 'unknown'; numbers: number[] }
  | { kind: 'busy' | 'failed' };

export interface Story {
  /** What the story itself lists; empty where there is none, or where it cannot be listed. */
  list: () => Promise<Exhibit[]>;
  /** Plays one, when no other plays. */
  play: (number: number) => Promise<Played>;
  close: () => void;
}

/**
 * Runs the story as its own command line does, in a process beside the simulator, which has no part in it.
 *
 * @param program path from the root of the repository
 */
export function createStory(program = PROGRAM): Story {
  const children = new Set<ChildProcess>();
  let exhibits: Promise<Exhibit[]> | undefined;
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

  /** Rejects when the story cannot be listed; the next call tries again. */
  async function listed(): Promise<Exhibit[]> {
    if (!existsSync(resolve(ROOT, program))) return [];
    exhibits ??= run('--list').then((list) => (Array.isArray(list) ? list : []));
    try {
      return await exhibits;
    } catch (error) {
      exhibits = undefined;
      throw error;
    }
  }

  return {
    list: () => listed().catch(() => []),
    async play(number) {
      if (isPlaying) return { kind: 'busy' };
      isPlaying = true;
      try {
        const numbers = (await listed()).map((each) => each.number);
        if (!numbers.includes(number)) return { kind: 'unknown', numbers };
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
