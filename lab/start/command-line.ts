import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start -- [options]

Runs the synthesized stacks on this machine. For learning and proof, not for production.

  --port N            payments API and control endpoints (default 3000; 0 = any free port)
  --aws-port N        AWS endpoint for SDKs and the AWS CLI (default 4566)
  --acquirer-port N   test acquirer (default 4242)
  --data DIR          where tables, queues, secrets and the clock are kept (default .simulator)
  --fresh             start with an empty data folder
  --help              show this
`;

export interface CommandLine {
  port: number;
  awsPort: number;
  acquirerPort: number;
  data: string;
  fresh: boolean;
  help: boolean;
}

/** The command line is wrong: exit code 2. The message is one line. */
export class UsageError extends Error {}

/** Throws `UsageError`. */
export function readCommandLine(args: string[]): CommandLine {
  const { values } = parse(args);
  if (values.data === '') throw new UsageError('--data needs the name of a folder');
  return {
    port: port('--port', values.port, 3000),
    awsPort: port('--aws-port', values['aws-port'], 4566),
    acquirerPort: port('--acquirer-port', values['acquirer-port'], 4242),
    data: values.data ?? '.simulator',
    fresh: values.fresh ?? false,
    help: values.help ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        'aws-port': { type: 'string' },
        'acquirer-port': { type: 'string' },
        data: { type: 'string' },
        fresh: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    // Node goes on to explain how to pass such a value all the same; nobody here wants to.
    const reason = (error as Error).message.split(/\n|\. /)[0]!.replace(/\.$/, '');
    throw new UsageError(`${reason} (--help lists the options)`);
  }
}

function port(flag: string, value: string | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) throw new UsageError(`${flag} must be a number from 0 to 65535, not '${value}'`);
  return Number(value);
}
