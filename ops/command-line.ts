import { Command, CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code';
import { messageOf } from './operation-error';

/** A program that reads its command line: what is wrong with one is thrown as `CommanderError`, and not written anywhere. */
export function commandLine(name: string): Command {
  return new Command(name)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined });
}

/** Writes what went wrong in one line, unless the help was shown instead, and returns the exit code that goes with it. */
export function tell(error: unknown, name: string, write: (line: string) => void): ExitCode {
  if (!(error instanceof CommanderError)) {
    write(`${name}: ${messageOf(error)}\n`);
    return EXIT.failed;
  }
  if (error.exitCode === 0) return EXIT.ok;
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  if (error.code !== 'commander.help') write(`${name}: ${message} (--help lists the options)\n`);
  return EXIT.usage;
}

/** Runs a program to its end. What it throws ends the process, with one line on standard error. Exit hooks run. */
export async function runProgram(name: string, main: () => Promise<void>): Promise<void> {
  // The SDK's notice about Node.js 20 would stand between the lines.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  try {
    await main();
  } catch (error) {
    process.exit(tell(error, name, (line) => void process.stderr.write(line)));
  }
}
