import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typed } from '../../../testing/typed';

const folder = mkdtempSync(join(tmpdir(), 'charge-once-ops-'));
const oneOrder = join(folder, 'one-order.txt');
writeFileSync(oneOrder, 'ord-1');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['what is no order id', 'payments show a/b', /It is not an order id/],
  ['an unknown fault', 'acquirer fault flood', /Allowed choices are none, down, slow/],
  ['a rate beyond what SQS allows', 'dlq redrive --rate 501', /It must be a whole number from 1 to 500./],
  ['orders given twice', `dlq redrive --orders a --file ${oneOrder}`, /cannot be used with option '--file/],
  ['what is no message id', 'dlq discard --messages m-1', /It is not a message id: dlq list shows them./],
  ['a discard of nothing', 'dlq discard', /required option '--messages <ids>' not specified/],
  ['a file that is not there', 'dlq redrive --file /does/not/exist', /The file cannot be read./],
  ['a time without its offset', 'reconcile run --from 2026-11-29T10:00:00', /It must be a time such as/],
  ['a day that does not exist', 'reconcile run --from 2026-11-31T00:00:00Z', /--from <time>' argument .* there is no such day\. /],
  ['29 February of a year that is no leap year', 'reconcile run --to 2026-02-29T00:00:00Z', /there is no such day\. /],
  ['an hour that does not exist', 'reconcile run --from 2026-11-30T24:00:00Z', /there is no such time of day\. /],
  ['a range that runs backwards', 'reconcile run --from 2026-11-29T10:00:00Z --to 2026-11-28T10:00:00Z', /--from must be before --to/],
  [
    'a range that runs backwards behind its offsets',
    'reconcile run --from 2026-11-29T10:00:00Z --to 2026-11-29T10:30:00+01:00',
    /--from must be before --to/,
  ],
  ['an unknown command', 'dlq purge', /unknown command 'purge'/],
  ['an unknown option', 'payments open --all', /unknown option '--all'/],
  ['simulator and stack at once', 'payments open --stack PaymentsStack --simulator http://127.0.0.1:1', /cannot be used with/],
  ['a profile without its stack', 'dlq preview --profile operator', /option '--profile <name>' needs option '--stack <name>'/],
  ['a Region without its stack', 'dlq preview --region eu-central-1', /option '--region <name>' needs option '--stack <name>'/],
  [
    "the acquirer's stack alone",
    'acquirer books a --acquirer-stack Other',
    /option '--acquirer-stack <name>' needs option '--stack <name>'/,
  ],
])('refuses %s, and prints nothing on standard output', async (_case, command, message) => {
  expect(await typed(command.split(' '))).toEqual({ exitCode: 2, stderr: expect.stringMatching(message), stdout: '' });
});

it('refuses a file of more orders than one redrive may choose', async () => {
  const file = join(folder, 'orders.txt');
  writeFileSync(file, Array.from({ length: 1001 }, (_, index) => `ord-${index}`).join('\n'));
  expect(await typed(['dlq', 'redrive', '--file', file])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('It names 1001 orders, and at most 1000 can be chosen'),
  });
});

it('says that no simulator is running', async () => {
  expect(await typed(['payments', 'open', '--simulator', 'http://127.0.0.1:1'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'ops: No simulator answers at http://127.0.0.1:1: start it with npm start, or name a stack on AWS with --stack.\n',
  });
});

it('explains itself with examples and exit codes', async () => {
  const { exitCode, stdout } = await typed(['--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Exit codes:');
  expect(stdout).toContain('$ npm run ops -- dlq preview');
});

it.each(['payments show', 'payments open', 'dlq redrive', 'dlq discard', 'reconcile run', 'acquirer fault', 'acquirer books'])(
  'shows examples of %s',
  async (command) => {
    const { exitCode, stdout } = await typed([...command.split(' '), '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`$ npm run ops -- ${command}`);
  },
);
