import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { differenceOf } from './template-difference';

test.each([
  { case: 'nothing', before: { a: { b: 1 } }, after: { a: { b: 1 } }, right: {} },
  { case: 'a changed value', before: { a: { b: 1, c: 2 } }, after: { a: { b: 3, c: 2 } }, right: { 'a/b': { before: 1, after: 3 } } },
  { case: 'an added resource', before: { a: 1 }, after: { a: 1, d: { e: 5 } }, right: { d: { after: { e: 5 } } } },
  { case: 'a removed member', before: { a: { b: 1, c: 2 } }, after: { a: { c: 2 } }, right: { 'a/b': { before: 1 } } },
  { case: 'a list with another entry', before: { a: [1, 2] }, after: { a: [1, 3] }, right: { 'a/1': { before: 2, after: 3 } } },
  { case: 'a longer list', before: { a: [1, 2] }, after: { a: [1, 4, 2] }, right: { 'a/1…': { before: [], after: [4] } } },
  {
    case: 'a shorter list in another order',
    before: { a: [1, 2, 3] },
    after: { a: [3, 1] },
    right: { 'a/0…': { before: [], after: [3] }, 'a/1…': { before: [2, 3], after: [] } },
  },
  { case: 'another kind of value', before: { a: { b: 1 } }, after: { a: 'x' }, right: { a: { before: { b: 1 }, after: 'x' } } },
])('the difference shows $case', ({ before, after, right }) => {
  expect(differenceOf(before, after)).toEqual(right);
});

const entry = fc.oneof(fc.nat(2), fc.record({ a: fc.nat(1) }, { requiredKeys: [], noNullPrototype: true }));
const list = fc.array(entry, { maxLength: 4 });

test('lists that differ from each other differ from a third one in different ways', () => {
  const check = fc.property(list, list, list, (before, one, other) => {
    fc.pre(!isDeepStrictEqual(one, other));
    expect(differenceOf(before, one)).not.toEqual(differenceOf(before, other));
  });
  fc.assert(check, { numRuns: 2000 });
});
