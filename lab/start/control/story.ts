import { json } from '@charge-once/simulator/http/answer';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** `[{ number, title }]`; empty where there is no story. */
export const exhibits: Endpoint = async ({ story }) => json(200, await story.list());

/** Plays one exhibit in a process of its own and answers what it told, when it is over. */
export const playExhibit: Endpoint = async ({ story }, { parameters: [number] }) => {
  const played = await story.play(Number(number));
  switch (played.kind) {
    case 'told':
      return json(200, played.exhibit);
    case 'unknown':
      return problem(404, 'exhibit-not-found', `There is no exhibit ${number}`, {
        detail: played.numbers.length === 0 ? 'There is no story here' : `There are ${played.numbers.join(', ')}`,
      });
    case 'busy':
      return problem(409, 'exhibit-playing', 'Another exhibit is playing');
    case 'failed':
      return problem(502, 'exhibit-failed', 'The exhibit did not play to its end');
    default:
      return played satisfies never;
  }
};
