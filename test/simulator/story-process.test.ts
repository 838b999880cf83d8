import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStory } from '../../simulator/story';

const folder = mkdtempSync(join(tmpdir(), 'charge-once-story-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A story that tells as many exhibits as it is asked for, or what the code given does. */
function story(code: string) {
  const program = join(folder, `${code.length}.mjs`);
  writeFileSync(program, code);
  return createStory(program);
}

const TELLS = `
  const json = process.argv.includes('--json');
  const list = process.argv.includes('--list');
  console.log(json && JSON.stringify(list ? [{ number: 1, title: 'first' }] : { number: Number(process.argv[2]) }));
`;

it('lists what the story lists, and plays the exhibit that is asked for', async () => {
  const { list, play } = story(TELLS);
  expect(await list()).toEqual([{ number: 1, title: 'first' }]);
  expect(await play(7)).toEqual({ kind: 'told', exhibit: { number: 7 } });
});

it('plays one exhibit at a time', async () => {
  const { play } = story(TELLS);
  const first = play(1);
  expect(await play(2)).toEqual({ kind: 'busy' });
  expect(await first).toEqual({ kind: 'told', exhibit: { number: 1 } });
  expect(await play(2)).toEqual({ kind: 'told', exhibit: { number: 2 } });
});

it.each([
  { case: 'ends with an error', code: 'process.exitCode = 1; console.log("{}");' },
  { case: 'tells no JSON', code: 'console.log("once upon a time");' },
])('says that it failed when the exhibit $case', async ({ code }) => {
  expect(await story(code).play(1)).toEqual({ kind: 'failed' });
});

it('lists nothing where there is no story', async () => {
  expect(await createStory(join(folder, 'absent.ts')).list()).toEqual([]);
});

it('ends the exhibit that plays when the simulator closes', async () => {
  const { play, close } = story('setInterval(() => {}, 1000);');
  const playing = play(1);
  close();
  expect(await playing).toEqual({ kind: 'failed' });
});
