import { writeFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { takeConsolePictures } from './console-pictures';
import { WINDOWS_PICTURE, windowsPicture } from './windows-picture';

const GENERATED: Record<string, () => void | Promise<void>> = {
  windows: () => writeFileSync(WINDOWS_PICTURE, windowsPicture()),
  pictures: takeConsolePictures,
};
const NAMES = Object.keys(GENERATED);

/** Makes what is generated in docs/ again. */
async function main(): Promise<void> {
  const { args } = new Command('npm run docs --')
    .description('Makes the pictures in docs/ again.')
    .addArgument(
      new Argument('[what]', 'windows: docs/windows.svg; pictures: those of the console, for which Chromium is needed').choices(NAMES),
    )
    .addHelpText('after', '\nWithout an argument it makes both. CHROMIUM says where Chromium is, if not in a usual place.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse();
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  // The exit hooks end the functions' processes and delete the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const name of args.length > 0 ? args : NAMES) await GENERATED[name]!();
}

main().catch((error: unknown) => {
  process.stderr.write(`docs: ${(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')}\n`);
  process.exitCode = 1;
});
