import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS } from '../../../contract/names';
import { isOrderId } from '../../../contract/payment-event';
import { isTerminal, type Payment } from '../../../functions/shared/payments';

const PAGE = join(__dirname, '../../../lab/console/page');
const read = (file: string) => readFileSync(join(PAGE, file), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

it('counts the duplicates of every layer, and of no other', () => {
  expect(all(read('index.html'), /data-suppressed="(\w+)"/g).sort()).toEqual([...LAYERS].sort());
});

it('has a colour for every layer', () => {
  expect(all(read('console.css'), /\[data-layer="(\w+)"\]/g)).toEqual(expect.arrayContaining([...LAYERS]));
});

it('lets people type every order id that the API accepts', () => {
  const [maxLength] = all(read('index.html'), /name="orderId" required maxlength="(\d+)"/g).map(Number);
  expect([isOrderId('x'.repeat(maxLength!)), isOrderId('x'.repeat(maxLength! + 1))]).toEqual([true, false]);
});

it('takes those payments for finished that are terminal', () => {
  const [finished] = all(read('console.js'), /FINISHED = new Set\((\[[^\]]*\])\)/g);
  const statuses = ['accepted', 'charging', 'charged', 'declined', 'expired', 'cancelled'].filter((status) =>
    isTerminal({ status } as Payment),
  );
  expect(JSON.parse(finished!.replaceAll("'", '"'))).toEqual(statuses);
});

it('leaves to the API what an order id or a card number is', () => {
  const scripts = readdirSync(PAGE).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(8);
  for (const script of scripts) expect(read(script)).not.toMatch(/A-Za-z0-9|luhn|\\d\{1[0-9]/i);
});
