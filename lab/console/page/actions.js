import { api, control } from './control.js';
import { byId, setText } from './dom.js';

/** Calls of the charge function at which it can be made to die, as fault rules. */
const DEATHS = {
  charged: { service: 'acquirer', action: 'POST /v1/payment_intents/{id}/confirm', effect: 'kill-after' },
  opened: { service: 'acquirer', action: 'POST /v1/payment_intents', effect: 'kill-after' },
  before: { service: 'dynamodb', action: 'GetItem', effect: 'kill-before' },
};

/** Payment methods of what was sent from this page: the API does not show them again. */
const methods = new Map();

/** Says what came of it, for everyone to see and hear. */
function say(text, isBad = false) {
  const said = byId('said');
  setText(said, text);
  said.classList.toggle('bad', isBad);
}

/** Wires the buttons. @param {{ changed: () => void, chosen: () => object | undefined, choose: (orderId: string) => void }} page */
export function wireActions({ changed, chosen, choose }) {
  /** Runs what a button stands for, with the button out of use meanwhile. */
  async function press(button, doing, work) {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    say(doing);
    try {
      say(await work());
    } catch (error) {
      say(error.message, true);
    } finally {
      button.removeAttribute('aria-disabled');
      changed();
    }
  }

  const onSubmit = (form, handle) =>
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      handle(new FormData(form), event.submitter ?? form.querySelector('button'));
    });

  const pay = byId('pay');
  const newOrder = () => {
    pay.elements.orderId.value = `ord-${Date.now().toString(36).slice(-5)}`;
  };
  newOrder();

  async function submit(payment) {
    const { status, headers } = await api.submit(payment);
    methods.set(`${payment.orderId}/${payment.attempt ?? 1}`, payment.paymentMethod);
    choose(payment.orderId);
    return `${payment.orderId}: ${status}${headers.get('idempotency-replayed') ? ', the first answer again' : ' Accepted'}`;
  }

  onSubmit(pay, (data, button) =>
    press(button, 'Sending …', async () => {
      const { orderId, amount, currency, paymentMethod } = Object.fromEntries(data);
      const said = await submit({ orderId, amount: Number(amount), currency, paymentMethod });
      newOrder();
      return said;
    }),
  );

  byId('send-again').addEventListener('click', ({ currentTarget }) =>
    press(currentTarget, 'Sending it again …', () => {
      const { orderId, attempts } = chosen();
      const { attempt, amount, currency } = attempts.at(-1);
      const paymentMethod = methods.get(`${orderId}/${attempt}`) ?? pay.elements.paymentMethod.value;
      return submit({ orderId, attempt, amount, currency, paymentMethod });
    }),
  );

  byId('next-attempt').addEventListener('click', ({ currentTarget }) =>
    press(currentTarget, 'Sending the next attempt …', () => {
      const { orderId, attempts } = chosen();
      const { attempt, amount, currency } = attempts.at(-1);
      return submit({ orderId, attempt: attempt + 1, amount, currency, paymentMethod: pay.elements.paymentMethod.value });
    }),
  );

  onSubmit(byId('acquirer'), (data, button) =>
    press(button, 'Telling the acquirer …', async () => {
      const mode = button.value === 'mend' ? 'none' : data.get('mode');
      const faults = await control.post('/acquirer/faults', { mode });
      return faults.length === 0 ? 'The acquirer works.' : `The acquirer is broken: ${faults.map((fault) => fault.mode).join(', ')}.`;
    }),
  );

  onSubmit(byId('kill'), (data, button) =>
    press(button, 'Killing …', async () => {
      const death = DEATHS[data.get('when')];
      if (death) await control.post('/faults', { function: 'charge', ...death });
      else await control.post('/functions/charge/kill');
      return death ? 'The worker will die at that call, once.' : 'The worker’s processes are dead; the next delivery starts a new one.';
    }),
  );

  for (const button of byId('clock').querySelectorAll('button')) {
    button.addEventListener('click', () =>
      press(button, `Moving the clock by ${button.textContent} …`, async () => {
        await control.post('/clock', { advance: button.value });
        return `Moved by ${button.textContent}; all that fell due has been handled.`;
      }),
    );
  }

  byId('redrive').addEventListener('click', ({ currentTarget }) =>
    press(currentTarget, 'Starting the redrive …', async () => {
      const { redriving } = await control.post('/redrive');
      return redriving === 0 ? 'The dead-letter queue is empty.' : `Redriving ${redriving} ${redriving === 1 ? 'message' : 'messages'}.`;
    }),
  );
}
