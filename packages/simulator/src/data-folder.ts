import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** Says that a folder is a simulator's and may be emptied by `--fresh`. The name is that of older folders, which are still known by it. */
const MARKER = '.charge-once-simulator';
const LOCK = 'lock';

export interface DataFolder {
  /** Absolute. */
  directory: string;
  file(name: string): string;
  /** Deletes all data in it. */
  empty(): void;
  /** Lets the next process have the folder. */
  release(): void;
}

export interface DataFolderOptions {
  directory: string;
}

/**
 * Takes the folder for this process. Throws an error of one line when another process has it, when it cannot be written, and
 * when it holds something that is not a simulator's data.
 */
export function openDataFolder(options: DataFolderOptions): DataFolder {
  const directory = resolve(options.directory);
  const file = (name: string) => join(directory, name);
  try {
    // One level only: with `recursive` Node.js does not return where the system lets nobody create a folder, such as in /proc.
    if (!existsSync(directory)) mkdirSync(directory);
    const names = readdirSync(directory);
    if (names.length > 0 && !names.includes(MARKER)) {
      throw new Error(`${directory} holds files that are not a simulator's data: choose another folder with --data`);
    }
    lock(file(LOCK), directory);
    writeFileSync(file(MARKER), 'Data of a simulator. --fresh deletes it.\n');
  } catch (error) {
    throw folderError(error as NodeJS.ErrnoException, directory);
  }
  const empty = (): void => {
    for (const name of readdirSync(directory)) if (name !== MARKER && name !== LOCK) rmSync(file(name), { recursive: true, force: true });
  };
  return { directory, file, empty, release: () => rmSync(file(LOCK), { force: true }) };
}

function lock(path: string, directory: string): void {
  for (;;) {
    try {
      const handle = openSync(path, 'wx');
      writeSync(handle, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
      closeSync(handle);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(path);
    if (owner && isAlive(owner))
      throw new Error(`${directory} is in use by process ${owner.pid}: stop it, or choose another folder with --data`);
    takeOver(path, owner);
  }
}

/** Moves a dead process's lock aside. What was moved is checked, so that of two that take over only one succeeds. */
function takeOver(path: string, owner: Owner | undefined): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (JSON.stringify(readOwner(aside)) === JSON.stringify(owner)) rmSync(aside);
  else renameSync(aside, path);
}

interface Owner {
  pid: number;
  started?: string;
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // Process ids are used again, in containers at once: the same id that started at another time is another process.
  const started = startOf(owner.pid);
  return started === undefined || owner.started === undefined || started === owner.started;
}

/** Start of a process in clock ticks since boot, where the system tells (Linux). `man 5 proc`: field 22, counted after the name. */
function startOf(pid: number): string | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const stat = readFileSync(path, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function folderError(error: NodeJS.ErrnoException, directory: string): Error {
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS')
    return new Error(`${directory} cannot be written: choose another folder with --data`);
  if (error.code === 'ENOENT') return new Error(`${directory} cannot be created: its parent folder is not there, or lets nobody create it`);
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST') return new Error(`${directory} is not a folder: choose another with --data`);
  return error;
}
