import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine } from './types';

/** A log that grew beyond this becomes the previous one, so that two of them bound the disk that a function takes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Lines are collected for this long: one write for many keeps logging off the hot path. */
const FLUSH_MS = 250;

export interface FunctionLogs {
  add(line: LogLine): void;
  close(): void;
}

/** Writes what each function prints to `<directory>/<folder>.log`, each line with its virtual time. */
export function createFunctionLogs(directory: string): FunctionLogs {
  mkdirSync(directory, { recursive: true });
  const pending = new Map<string, string[]>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    for (const [folder, lines] of pending) {
      const file = join(directory, `${folder}.log`);
      if (existsSync(file) && statSync(file).size > MAX_FILE_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${lines.join('\n')}\n`);
    }
    pending.clear();
  };

  return {
    add: ({ at, folder, text }) => {
      const lines = pending.get(folder) ?? [];
      lines.push(`${new Date(at).toISOString()} ${text}`);
      pending.set(folder, lines);
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    close: () => {
      clearTimeout(timer);
      flush();
    },
  };
}
