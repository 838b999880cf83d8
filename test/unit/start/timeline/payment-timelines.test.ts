import { createPaymentTimelines } from '../../../../lab/start/timeline/payment-timelines';

const AT = Date.parse('2026-11-29T10:00:00.000Z');

it('keeps what was seen, in order, in virtual time', () => {
  const timelines = createPaymentTimelines();
  timelines.add(AT, { orderId: 'ord-1', attempt: 2 }, { kind: 'ledger', text: 'row read' });
  timelines.add(AT + 1, { orderId: 'ord-1' }, { kind: 'done', text: 'message deleted' });
  expect(timelines.of('ord-1')).toEqual({
    forgotten: 0,
    entries: [
      { at: '2026-11-29T10:00:00.000Z', attempt: 2, kind: 'ledger', text: 'row read' },
      { at: '2026-11-29T10:00:00.001Z', kind: 'done', text: 'message deleted' },
    ],
  });
});

it('forgets the oldest entries of a payment beyond 400, and says how many', () => {
  const timelines = createPaymentTimelines();
  for (let count = 1; count <= 403; count += 1) timelines.add(AT, { orderId: 'ord-1' }, { kind: 'retry', text: `step ${count}` });
  const { entries, forgotten } = timelines.of('ord-1')!;
  expect([entries.length, forgotten, entries[0]?.text, entries.at(-1)?.text]).toEqual([400, 3, 'step 4', 'step 403']);
  expect(timelines.list(1)).toEqual([{ orderId: 'ord-1', lastAt: '2026-11-29T10:00:00.000Z', entries: 403 }]);
});

it('forgets the payment that was seen longest ago beyond 1000', () => {
  const timelines = createPaymentTimelines();
  for (let count = 1; count <= 1000; count += 1) timelines.add(AT, { orderId: `ord-${count}` }, { kind: 'send', text: 'sent' });
  timelines.add(AT, { orderId: 'ord-1' }, { kind: 'send', text: 'sent again' });
  timelines.add(AT, { orderId: 'ord-1001' }, { kind: 'send', text: 'sent' });
  expect(timelines.of('ord-2')).toBeUndefined();
  expect(timelines.of('ord-1')?.entries).toHaveLength(2);
  expect(timelines.list(2).map(({ orderId }) => orderId)).toEqual(['ord-1001', 'ord-1']);
});

it('lists a payment of an earlier run, of which nothing was seen', () => {
  const timelines = createPaymentTimelines();
  timelines.know('ord-1');
  expect(timelines.list(10)).toEqual([{ orderId: 'ord-1', entries: 0 }]);
});
