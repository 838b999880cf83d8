import { readsFirst } from '../broken/reads-first';
import type { Exhibit } from '../exhibit';
import { interleave } from '../interleave';
import { count } from '../words';

const DUPLICATES = 10;

/** Dollars for a million write units on demand in us-east-1. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
const DOLLARS_PER_MILLION_WRITES = 0.625;

export const refusedDuplicate: Exhibit = {
  title: 'A duplicate is refused, and what that costs',
  brokenSetup: 'read first, to save the write that a refused condition costs',
  brokenSource: 'reads-first.ts',
  shippedSetup: 'put on condition that it is new, and pay for the refused write',

  async broken(scene) {
    const worker = () => readsFirst(scene.dynamodb, scene.stripe, scene.order);
    await interleave(worker(), worker());
    scene.note(`two copies read at the same moment and find nothing: ${await scene.books()}`);
    await interleave(worker());
    scene.note(`the third costs no write, and is right: ${await scene.books()}`);
  },

  async shipped(scene) {
    await scene.pay();
    const before = (await scene.callsSince('submit-payment')).length;
    for (let copy = 0; copy < DUPLICATES; copy++) await scene.pay();
    const calls = (await scene.callsSince('submit-payment')).slice(before);
    const refused = calls.filter(({ outcome }) => outcome === 'ConditionalCheckFailedException').length;
    const dollars = ((refused / DUPLICATES) * DOLLARS_PER_MILLION_WRITES).toFixed(3);
    scene.note(
      `${DUPLICATES} duplicates are refused by ${count(refused, 'write')} and ${count(calls.length - refused, 'other call')}: ${await scene.books()}`,
    );
    scene.note(
      `a refused write costs as much as one that is done: $${dollars} for a million duplicates, and the row comes back with the refusal for nothing`,
    );
  },

  remember: 'A condition that fails costs a write; it is the cheapest insurance on the bill.',
};
