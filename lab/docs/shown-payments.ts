import type { Simulator } from '../start/start';

/** Looks at a payment that often, and so many times at most: two minutes on a busy machine. */
const LOOK_EVERY_MS = 100;
const MAX_LOOKS = 1200;

/** Sends the payments that the pictures show: a plain one, a declined one, and `ord-1003`, which went through the worst night. */
export async function sendShownPayments({ port, controlUrl }: Pick<Simulator, 'port' | 'controlUrl'>): Promise<void> {
  const payments = `http://127.0.0.1:${port}/payments`;
  const pay = (orderId: string, more: object = {}) =>
    post(payments, { orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa', ...more });
  const control = (path: string, body: object = {}) => post(`${controlUrl}${path}`, body);

  await pay('ord-1001');
  await settled(`${payments}/ord-1001`);
  await pay('ord-1001');
  await pay('ord-1002', { amount: 500, currency: 'JPY', paymentMethod: 'pm_card_chargeDeclined' });
  await settled(`${payments}/ord-1002`);
  await control('/acquirer/faults', { mode: 'lose_answer' });
  await pay('ord-1003');
  await control('/clock', { advance: 'PT14H15M' });
  await control('/acquirer/faults', { mode: 'none' });
  await control('/redrive');
  await settled(`${payments}/ord-1003`);
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

async function settled(url: string): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { status } = (await (await fetch(url)).json()) as { status: string };
    if (status === 'charged' || status === 'declined') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`${url} is not settled after ${(MAX_LOOKS * LOOK_EVERY_MS) / 1000} s`);
}
