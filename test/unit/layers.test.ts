import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');

/** What each folder may import beside its own files: nothing else, so that arrows point inward. */
const MAY_IMPORT = {
  bin: /^lib\//,
  lib: /^functions\/shared\/names$/,
  functions: /^lib\/windows$/,
  simulator: /^lib\//,
  ops: /^(functions|lib)\//,
  drill: /^(ops\/|simulator\/|lib\/windows$)/,
};

interface Import {
  readonly file: string;
  /** From the root, without extension. */
  readonly imported: string;
}

/** Relative imports of a folder's sources. */
function importsOf(folder: string): Import[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|mjs|cjs|js)$/.test(name));
  return files.flatMap((name) => {
    const file = join(folder, name);
    const specifiers = readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import|require)[\s(]*'(\.[^']+)'/g);
    return [...specifiers].map(([, specifier]) => ({ file, imported: relative(ROOT, join(ROOT, dirname(file), specifier!)) }));
  });
}

test.each(Object.entries(MAY_IMPORT))('%s/ imports its own files and %s', (folder, allowed) => {
  const imports = importsOf(folder);
  expect(imports.length).toBeGreaterThan(3);
  expect(imports.filter(({ imported }) => !imported.startsWith(`${folder}/`) && !allowed.test(imported))).toEqual([]);
});

test('a function imports no other function: what two of them need is in functions/shared/', () => {
  const folderOf = (path: string): string => path.split('/')[1]!;
  const across = importsOf('functions').filter(
    ({ file, imported }) => imported.startsWith('functions/') && ![folderOf(file), 'shared'].includes(folderOf(imported)),
  );
  expect(across).toEqual([]);
});
