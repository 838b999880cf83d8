import { type Command, Option } from 'commander';
import { acquirerCommands } from './acquirer/commands';
import { SIMULATOR_URL, simulatorTarget } from './client/simulator-target';
import { stackTarget } from './client/stack-target';
import { commandLine, tell } from './command-line';
import { dlqCommands } from './dlq/commands';
import { EXIT, type ExitCode } from './exit-code';
import type { Run } from './outcome';
import { paymentsCommands } from './payments/commands';
import { reconcileCommands } from './reconcile/commands';
import { say, type Terminal } from './terminal';
import { windowsCommand } from './windows/commands';

interface GlobalOptions {
  readonly simulator: string;
  readonly stack?: string;
  readonly acquirerStack: string;
  readonly profile?: string;
  readonly region?: string;
  readonly json?: boolean;
}

const EXIT_CODES = `
Exit codes:
  0  done, and nothing needs attention
  1  could not be done: the message on standard error says why
  2  the command line is wrong; nothing was done
  3  done (or, for an unsafe redrive, refused), and a person should look

Examples:
  $ npm run ops -- payments show ord-1001
  $ npm run ops -- dlq preview
  $ npm run ops -- dlq redrive --orders ord-1001,ord-1002
  $ npm run --silent ops -- payments open --json | jq '.payments[].orderId'
  $ npm run ops -- dlq redrive --rate 10 --watch --stack PaymentsStack --profile operator --region eu-central-1`;

/** Carries out one command line, without the words `npm run ops --`. Resolves to the exit code; never rejects. */
export async function ops(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const run: Run = async (options, command) => {
    const { json = false, ...where } = options as GlobalOptions;
    const target = await reach(where);
    say(terminal, `Target: ${target.name}`);
    const outcome = await command({ target, terminal });
    terminal.stdout.write(`${json ? JSON.stringify(outcome.json) : outcome.text}\n`);
    exitCode = outcome.exitCode;
  };
  try {
    await program(run, terminal).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return tell(error, 'ops', (line) => void terminal.stderr.write(line));
  }
}

const reach = ({ simulator, stack, ...rest }: GlobalOptions) =>
  stack === undefined ? simulatorTarget(simulator) : stackTarget({ stack, ...rest });

function program(run: Run, { stdout, stderr }: Terminal): Command {
  const root = commandLine('npm run ops --')
    .description('Operates charge-once: the simulator on this machine, or stacks on AWS.')
    .addOption(new Option('--simulator <url>', 'address of the simulator').default(SIMULATOR_URL).conflicts('stack'))
    .option('--stack <name>', 'payments stack on AWS, instead of the simulator')
    .option('--acquirer-stack <name>', 'stack of the test acquirer on AWS', 'AcquirerStack')
    .option('--profile <name>', 'AWS profile (default: AWS_PROFILE)')
    .option('--region <name>', 'AWS Region (default: AWS_REGION, or that of the profile)')
    .option('--json', 'JSON on standard output, for scripts')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: (text) => void stderr.write(text) })
    .configureHelp({ showGlobalOptions: true });
  root.hook('preAction', refuseWithoutStack);
  // Sub-commands made with `command` inherit the settings above.
  paymentsCommands(root, run);
  dlqCommands(root, run);
  reconcileCommands(root, run);
  acquirerCommands(root, run);
  windowsCommand(root, { stdout });
  return root;
}

/** Attributes of the options that only a stack on AWS has a use for. */
const STACK_OPTIONS = ['acquirerStack', 'profile', 'region'];

/** Whoever names a profile means AWS: ignoring it would pass off what the simulator answers as the state of a stack. */
function refuseWithoutStack(root: Command): void {
  if (root.opts<GlobalOptions>().stack !== undefined) return;
  const given = root.options.find((option) => {
    const name = option.attributeName();
    return STACK_OPTIONS.includes(name) && root.getOptionValueSource(name) === 'cli';
  });
  if (given) root.error(`error: option '${given.flags}' needs option '--stack <name>': without it the simulator is asked`);
}
