import { control } from './control.js';
import { byId, element } from './dom.js';

/** Between two lines of an exhibit that is played. */
const BEAT_MS = 500;

const beat = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? undefined : new Promise((resolve) => setTimeout(resolve, BEAT_MS));

/** Fills the list of exhibits; without a story the section stays hidden. */
export async function showStory() {
  const exhibits = await control.get('/story');
  if (exhibits.length === 0) return;
  const form = byId('play');
  form.elements.exhibit.append(...exhibits.map(({ number, title }) => element('option', { value: String(number) }, `${number}. ${title}`)));
  byId('story').hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    await play(form.elements.exhibit.value);
    button.removeAttribute('aria-disabled');
  });
}

async function play(number) {
  const stage = byId('exhibit');
  stage.hidden = false;
  stage.replaceChildren(element('p', { role: 'status' }, 'Playing: it runs in a system of its own, which takes a few seconds …'));
  try {
    await tell(stage, await control.post(`/story/${number}`));
  } catch (error) {
    stage.replaceChildren(element('p', { role: 'alert', class: 'bad' }, error.message));
  }
}

async function tell(stage, { title, timeline, broken, shipped, remember }) {
  const sides = element('div', { class: 'sides' });
  stage.replaceChildren(element('h3', {}, title), sides);
  await tellSide(
    sides,
    'As many teams ship it',
    broken,
    timeline.filter(({ side }) => side === 'broken'),
  );
  await tellSide(
    sides,
    'As this stack ships it',
    shipped,
    timeline.filter(({ side }) => side === 'shipped'),
  );
  stage.append(element('p', { class: 'remember', role: 'status' }, remember));
}

async function tellSide(sides, name, result, entries) {
  const lines = element('ol', { class: 'timeline' });
  const side = element('div', { class: 'side' }, element('h4', {}, name), element('p', { class: 'muted' }, result.setup), lines);
  sides.append(side);
  for (const { at, text } of entries) {
    lines.append(element('li', { class: 'entry' }, element('time', {}, at), element('span', { class: 'what' }, text)));
    await beat();
  }
  side.append(ending(result));
}

function ending({ charges, lost, debits, layer }) {
  const parts = debits === undefined ? [counted(charges, 'charge')] : [counted(debits, 'debit')];
  if (lost > 0) parts.push(`${counted(lost, 'payment')} lost`);
  const stopped = layer ? [' ', element('span', { class: 'muted' }, `thanks to ${layer}`)] : [];
  return element('p', { class: 'ending', 'data-verdict': layer ? 'good' : 'bad' }, parts.join(', '), ...stopped);
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
