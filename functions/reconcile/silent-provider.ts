import { TransientFailure } from '../../contract/failures';
import type { ProviderBooks } from './provider-books';

/**
 * The books until the provider does not answer; from then on each question fails at once, for the rest of the run. Each silence lasts as long
 * as a time-out, and a run that waits through one for every payment in doubt has no time for anything else.
 */
export function untilSilent(books: ProviderBooks): ProviderBooks {
  let silence: TransientFailure | undefined;
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    if (silence) throw silence;
    try {
      return await question();
    } catch (error) {
      if (error instanceof TransientFailure && error.code === 'provider-unreachable') silence = error;
      throw error;
    }
  };
  return { succeeded: (walk) => ask(() => books.succeeded(walk)), find: (chargeId) => ask(() => books.find(chargeId)) };
}
