import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXPORTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const ([A-Z_]+) = /g;

/**
 * The sentence that says why, for each constant of `windows.ts`, from its doc comment. Read from the source, so that value and reason
 * stand together there and the functions that import a value do not carry the prose.
 */
export function windowSentences(source = readFileSync(join(__dirname, '../../contract/windows.ts'), 'utf8')): Map<string, string> {
  const sentences = [...source.matchAll(EXPORTED)].map(([, comment, name]): [string, string] => [
    name!,
    comment!
      .replace(/^\s*\*/gm, '')
      .replace(/`/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]);
  return new Map(sentences);
}
