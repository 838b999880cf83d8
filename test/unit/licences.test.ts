import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  /** Inside another package, whose checksum covers it. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  /** A workspace. */
  readonly link?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(join(__dirname, '../..', file), 'utf8'));
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  // The workspaces are this repository.
  .filter(([path, { link }]) => !link && !path.startsWith('packages/'))
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), path, ...entry }));

/** What may end up in a bundle or a template: licences that ask for a notice at most. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0']);

/** Tools alone: the data of caniuse-lite asks to be named, and changes to the files of axe-core would have to be shown. */
const FOR_TOOLS = new Set([...PERMISSIVE, 'CC-BY-4.0', 'MPL-2.0']);

/** An SPDX expression: of alternatives one has to be allowed, of parts all. */
const isAllowed = (expression: string | undefined, allowed: ReadonlySet<string>): boolean =>
  (expression ?? 'none')
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => allowed.has(licence)));

test('every package that functions, templates or the app are made of has a permissive licence', () => {
  const production = locked.filter(({ dev, devOptional }) => !dev && !devOptional);
  expect(production.map(({ name }) => name)).toEqual(expect.arrayContaining(['aws-cdk-lib', 'stripe', 'zod']));
  expect(production.filter(({ license }) => !isAllowed(license, PERMISSIVE))).toEqual([]);
});

test('every tool has a licence that is on the list', () => {
  expect(locked.length).toBeGreaterThan(300);
  expect(locked.filter(({ license }) => !isAllowed(license, FOR_TOOLS))).toEqual([]);
});

test.each([
  ['GPL-3.0-or-later', false],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND AGPL-3.0', false],
  ['MPL-2.0', false],
  ['UNLICENSED', false],
  [undefined, false],
])('a package under %s is allowed in production: %p', (licence, allowed) => {
  expect(isAllowed(licence, PERMISSIVE)).toBe(allowed);
});

test('every package is pinned by a checksum, and none comes from a repository or a folder', () => {
  for (const { path, resolved = 'the registry', integrity } of locked.filter(({ inBundle }) => !inBundle)) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect(resolved).not.toMatch(/^(git|file|http:)/);
  }
});

test('somebody has decided about every package that wants to run a script at installation', () => {
  const wanting = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(wanting));
});
