import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes. Results go to `stdout` and nothing else does; questions, progress and messages go to `stderr`. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

export const say = ({ stderr }: Terminal, message: string): void => void stderr.write(`${message}\n`);

/** Whether a person sits there who can answer. */
export const isInteractive = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Asks for yes or no; anything but a clear yes is a no. */
export async function confirmed({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  const dialogue = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await dialogue.question(`${question} [y/N] `)).trim());
  } finally {
    dialogue.close();
  }
}
