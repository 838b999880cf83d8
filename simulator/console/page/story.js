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
  const lines = element('ol', { class: 'timeline' });
  stage.replaceChildren(element('h3', {}, title), lines);
  for (const { at, side, text } of timeline) {
    lines.append(
      element(
        'li',
        { class: 'entry', 'data-kind': side },
        element('time', {}, at),
        element('span', { class: 'kind' }, side),
        element('span', { class: 'what' }, text),
      ),
    );
    await beat();
  }
  stage.append(
    element('dl', { class: 'sides' }, sideSummary('As many teams ship it', broken), sideSummary('As this stack ships it', shipped)),
    element('p', { class: 'remember', role: 'status' }, remember),
  );
}

function sideSummary(name, { charges, lost, debits, layer }) {
  const parts = debits === undefined ? [counted(charges, 'charge')] : [counted(debits, 'debit')];
  if (lost > 0) parts.push(`${counted(lost, 'payment')} lost`);
  const stopped = layer ? [' ', element('span', { class: 'muted' }, `thanks to ${layer}`)] : [];
  return element('div', {}, element('dt', {}, name), element('dd', {}, parts.join(', '), ...stopped));
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
