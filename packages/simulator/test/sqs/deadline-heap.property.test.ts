import fc from 'fast-check';
import { DeadlineHeap } from '../../src/sqs/deadline-heap';

test('deadlines come out by time, then in the order the messages were sent', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
      const heap = new DeadlineHeap();
      for (const [sequence, at] of times.entries()) heap.push({ at, sequence, messageId: '' });
      const expected = times.map((at, sequence) => [at, sequence]).toSorted(([a, b], [c, d]) => a! - c! || b! - d!);
      const popped: number[][] = [];
      for (let top = heap.pop(); top; top = heap.pop()) popped.push([top.at, top.sequence]);
      expect(popped).toEqual(expected);
    }),
  );
});

test('an empty heap has nothing first', () => {
  const heap = new DeadlineHeap();
  expect(heap.pop()).toBeUndefined();
  expect(heap.first).toBeUndefined();
});
