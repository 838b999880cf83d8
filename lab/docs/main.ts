import { writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import { commandLine, runProgram } from '../../ops/command-line';
import { takeConsolePictures } from './console-pictures';
import { WINDOWS_PICTURE, windowsPicture } from './windows-picture';

const GENERATED: Record<string, () => void | Promise<void>> = {
  windows: () => writeFileSync(WINDOWS_PICTURE, windowsPicture()),
  pictures: takeConsolePictures,
};
const NAMES = Object.keys(GENERATED);

/** Makes what is generated in docs/ again. */
async function main(): Promise<void> {
  const { args } = commandLine('npm run docs --')
    .description('Makes the pictures in docs/ again.')
    .addArgument(
      new Argument('[what]', 'windows: docs/windows.svg; pictures: those of the console, for which Chromium is needed').choices(NAMES),
    )
    .addHelpText('after', '\nWithout an argument it makes both. CHROMIUM says where Chromium is, if not in a usual place.')
    .parse();
  // The exit hooks end the functions' processes and delete the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const name of args.length > 0 ? args : NAMES) await GENERATED[name]!();
}

void runProgram('docs', main);
