import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStory } from '../../../lab/start/story';

const folder = mkdtempSync(join(tmpdir(), 'charge-once-story-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A story that does what the code says. */
function story(code: string) {
  const program = join(folder, `${code.length}.mjs`);
  writeFileSync(program, code);
  return createStory(program);
}

const TELLS = `
  const json = process.argv.includes('--json');
  const list = process.argv.includes('--list');
  console.log(json && JSON.stringify(list ? [{ number: 1, title: 'first' }, { number: 7, title: 'last' }] : { number: Number(process.argv[2]) }));
`;

it('lists what the story lists, and plays the exhibit that is asked for', async () => {
  const { list, play } = story(TELLS);
  expect(await list()).toMatchObject([{ title: 'first' }, { title: 'last' }]);
  expect(await play(7)).toEqual({ kind: 'told', exhibit: { number: 7 } });
});

it('plays one exhibit at a time', async () => {
  const { play } = story(TELLS);
  const first = play(1);
  expect(await play(7)).toEqual({ kind: 'busy' });
  expect(await first).toEqual({ kind: 'told', exhibit: { number: 1 } });
  expect(await play(7)).toEqual({ kind: 'told', exhibit: { number: 7 } });
});

it('knows the exhibits that there are', async () => {
  expect(await story(TELLS).play(2)).toEqual({ kind: 'unknown', numbers: [1, 7] });
});

it.each([
  { case: 'ends with an error', code: 'process.exitCode = 1; console.log("{}");' },
  { case: 'tells no JSON', code: 'console.log("once upon a time");' },
])('says that it failed when the exhibit $case', async ({ code }) => {
  expect(await story(code).play(1)).toEqual({ kind: 'failed' });
});

it('lists and plays nothing where there is no story', async () => {
  const { list, play } = createStory(join(folder, 'absent.ts'));
  expect(await list()).toEqual([]);
  expect(await play(1)).toEqual({ kind: 'unknown', numbers: [] });
});

it('ends the exhibit that plays when the simulator closes', async () => {
  const { play, close } = story('setInterval(() => {}, 1000);');
  const playing = play(1);
  close();
  expect(await playing).toEqual({ kind: 'failed' });
});
