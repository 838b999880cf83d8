import { InvalidArgumentError } from 'commander';
import { wholeNumber } from '../../ops/arguments';
import { commandLine } from '../../ops/command-line';

export interface CommandLine {
  readonly port: number;
  readonly awsPort: number;
  readonly acquirerPort: number;
  readonly data: string;
  readonly fresh: boolean;
  /** Settings of the app, as `cdk deploy` takes them. */
  readonly context: Readonly<Record<string, string>>;
}

const port = wholeNumber(0, 65_535);

/** Throws `CommanderError`, also when it has shown the help that was asked for. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const options = commandLine('npm start --')
    .description('Runs the synthesized stacks on this machine. For learning and proof, not for production.')
    .option('--port <n>', 'payments API and control endpoints; 0 = any free port', port, 3000)
    .option('--aws-port <n>', 'AWS endpoint for SDKs and the AWS CLI; 0 = any free port', port, 4566)
    .option('--acquirer-port <n>', 'test acquirer; 0 = any free port', port, 4242)
    .option('--data <dir>', 'where tables, queues, secrets and the clock are kept', folder, '.simulator')
    .option('--fresh', 'start with an empty data folder')
    .option('-c, --context <name=value>', 'a setting, as for cdk deploy; may be repeated', setting, {})
    .helpOption('--help', 'show this')
    .parse(args, { from: 'user' })
    .opts<Omit<CommandLine, 'fresh'> & { fresh?: boolean }>();
  return { fresh: false, ...options };
}

function setting(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be a setting such as patience=hour.');
  return { ...before, [name]: value };
}

function folder(name: string): string {
  if (name === '') throw new InvalidArgumentError('It must be the name of a folder.');
  return name;
}
