import { commandLine, tell } from '../../../ops/command-line';
import { OperationError } from '../../../ops/operation-error';

/** What a command line leads to, as its user sees it. */
function told(args: readonly string[]) {
  const lines: string[] = [];
  const program = commandLine('npm run it --')
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .option('--count <n>', 'how often');
  program.command('now').option('--soon', 'sooner');
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    return { exitCode: tell(error, 'it', (line) => void lines.push(line)), lines };
  }
  return { lines };
}

it.each([
  { case: 'an unknown option', args: ['--cuont', '1'], message: "it: unknown option '--cuont' (--help lists the options)\n" },
  {
    case: 'an option without its value',
    args: ['--count'],
    message: "it: option '--count <n>' argument missing (--help lists the options)\n",
  },
  {
    case: 'an unknown option of a sub-command',
    args: ['now', '--sonn'],
    message: "it: unknown option '--sonn' (--help lists the options)\n",
  },
])('refuses $case in one line, with exit code 2', ({ args, message }) => {
  expect(told(args)).toEqual({ exitCode: 2, lines: [message] });
});

it('adds nothing to the help that was asked for', () => {
  expect(told(['--help'])).toEqual({ exitCode: 0, lines: [] });
});

it('adds nothing to the help that is shown in place of a missing command', () => {
  expect(told([])).toEqual({ exitCode: 2, lines: [] });
});

it('tells a failure in one line, with exit code 1', () => {
  const lines: string[] = [];
  expect(tell(new OperationError('There is no payment\nord-1.'), 'it', (line) => void lines.push(line))).toBe(1);
  expect(lines).toEqual(['it: There is no payment ord-1.\n']);
});
