import type { Target } from './client/target';
import type { ExitCode } from './exit-code';
import type { Terminal } from './terminal';

/** What a command found or did, for scripts and for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** What a command works with. */
export interface Session {
  readonly target: Target;
  readonly terminal: Terminal;
}

export type Command = (session: Session) => Promise<Outcome>;

/** Has a command carried out: reaches the installation, prints, and keeps the exit code. */
export type Run = (options: object, command: Command) => Promise<void>;
