import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { QueueEvent } from './events';

/** Rewritten once this much was appended and that is more than the state itself takes: a rewrite then pays for itself. */
const COMPACT_AFTER_CHARS = 16 * 1024 * 1024;
/** Lines are joined up to this before they are written, so that a rewrite needs few system calls and little memory. */
const WRITE_BLOCK_CHARS = 1024 * 1024;
const HEADER = '{"journal":"sqs","version":1}\n';

/**
 * Append-only file of JSON lines. A line is handed to the operating system before the call it belongs to is answered, so that
 * it survives the end of the process however sudden; it is not synced to disk, so it need not survive the end of the machine.
 */
export class Journal {
  private readonly path: string;
  private readonly snapshot: () => Iterable<QueueEvent>;
  private file: number | undefined;
  private appendedChars = 0;
  private snapshotChars = 0;

  /** `snapshot` gives the events that rebuild the present state. Call `compact` before the first `append`. */
  constructor(path: string, snapshot: () => Iterable<QueueEvent>) {
    this.path = path;
    this.snapshot = snapshot;
  }

  append(event: QueueEvent): void {
    if (this.file === undefined) throw new Error(`The journal ${this.path} is closed.`);
    const line = `${JSON.stringify(event)}\n`;
    appendFileSync(this.file, line);
    this.appendedChars += line.length;
  }

  compactIfGrown(): void {
    if (this.appendedChars > Math.max(COMPACT_AFTER_CHARS, this.snapshotChars)) this.compact();
  }

  /** Replaces the file by the present state. The old one stays complete until the new one is. */
  compact(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.new`;
    const file = openSync(temporary, 'w');
    this.snapshotChars = 0;
    let block = HEADER;
    const write = () => {
      appendFileSync(file, block);
      this.snapshotChars += block.length;
      block = '';
    };
    for (const event of this.snapshot()) {
      block += `${JSON.stringify(event)}\n`;
      if (block.length >= WRITE_BLOCK_CHARS) write();
    }
    write();
    this.appendedChars = 0;
    renameSync(temporary, this.path);
    this.close();
    this.file = file;
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}

/** Events of a journal, oldest first. A last line without its end was never acknowledged and is left out; a missing file has none. */
export function* readJournal(path: string): Generator<QueueEvent, void, undefined> {
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  if (lines.length > 0 && `${lines[0]}\n` !== HEADER)
    throw new Error(`${path} is not an SQS journal of this version. Delete it to start anew.`);
  for (let number = 2; number <= lines.length; number += 1) {
    try {
      yield JSON.parse(lines[number - 1]!) as QueueEvent;
    } catch (cause) {
      throw new Error(`${path} is damaged at line ${number}. Delete it to start anew.`, { cause });
    }
  }
}
