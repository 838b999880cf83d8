import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../ops/command-line';
import { type CommandLine, readCommandLine } from './command-line';
import { storyDocument, withSummary } from './document';
import type { ExhibitResult } from './exhibit';
import { EXHIBITS } from './exhibits/index';
import { playAll } from './play-all';
import { isAsClaimed } from './result';
import { exhibitText, summaryText } from './terminal';

const ROOT = join(__dirname, '../..');

async function main(args: string[]): Promise<void> {
  const options = readCommandLine(args);
  if (options.list) return list(options);

  // The exit hooks end the functions' processes and delete the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  if (!options.json) print('Starting the system …\n\n');
  const results = await playAll(options.numbers, (result) => {
    if (!options.json) print(`${exhibitText(result)}\n`);
  });
  if (options.json) print(`${JSON.stringify(results.length === 1 ? results[0] : results)}\n`);
  else if (results.length > 1) print(`${summaryText(results)}\n`);

  const wrong = results.filter((result) => !isAsClaimed(result));
  if (wrong.length > 0) throw new Error(`not as claimed: exhibit ${wrong.map(({ number }) => number).join(', ')}`);
  if (options.write) write(results);
}

function list({ json }: CommandLine): void {
  const entries = EXHIBITS.map(({ title }, index) => ({ number: index + 1, title }));
  print(json ? `${JSON.stringify(entries)}\n` : entries.map(({ number, title }) => `${String(number).padStart(2)}  ${title}\n`).join(''));
}

function write(results: readonly ExhibitResult[]): void {
  writeFileSync(join(ROOT, 'docs/story.md'), storyDocument(results));
  const readme = join(ROOT, 'README.md');
  writeFileSync(readme, withSummary(readFileSync(readme, 'utf8'), results));
}

function print(text: string): void {
  process.stdout.write(text);
}

void runProgram('story', () => main(process.argv.slice(2)));
