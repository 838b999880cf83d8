import { AcquirerError, type Fault } from '@charge-once/acquirer/client';
import { type Answer, json } from '@charge-once/simulator/http/answer';
import { acquirerOf, NO_ACQUIRER } from './acquirer-books';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** The faults that the test acquirer plays now, as `[{ mode, orderId?, times? }]`. */
export const faultsOfAcquirer: Endpoint = (options) => {
  const acquirer = acquirerOf(options);
  return acquirer ? told(acquirer.faults()) : NO_ACQUIRER;
};

/** Breaks or mends it, in its own words: `{"mode":"lose_answer","times":3}`, `{"mode":"none"}`. */
export const setFaultOfAcquirer: Endpoint = (options, { body }) => {
  const acquirer = acquirerOf(options);
  return acquirer ? told(acquirer.setFault(body.toString())) : NO_ACQUIRER;
};

async function told(faults: Promise<readonly Fault[]>): Promise<Answer> {
  try {
    return json(200, await faults);
  } catch (error) {
    if (!(error instanceof AcquirerError)) throw error;
    return problem(error.statusCode, 'invalid-fault', 'The acquirer did not take the fault', { detail: error.reason });
  }
}
