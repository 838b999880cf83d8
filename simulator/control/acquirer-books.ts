import type { Answer } from '../http/answer';
import type { ControlOptions } from './endpoint';
import { problem } from './problem';

/** Where the test acquirer is, and the key that opens it. */
export interface AcquirerAccess {
  /** Ends in `/v1/`. */
  url: string;
  secret: string;
}

export const NO_ACQUIRER: Answer = problem(404, 'no-acquirer', 'The templates deploy no test acquirer');

/** Undefined when the templates deploy none. */
export function acquirerOf({ outputs, secrets }: Pick<ControlOptions, 'outputs' | 'secrets'>): AcquirerAccess | undefined {
  const { AcquirerUrl: url, AcquirerSecretName: name } = outputs;
  const secret = name === undefined ? undefined : secrets.value(name);
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

/** A charge in the acquirer's books. */
export interface Charge {
  orderId: string;
  attempt: number;
  amount: number;
  currency: string;
  chargeId: string;
  chargedAt: string;
}

const PAGE_SIZE = 100;
/** Pages read at most: a hundred thousand charges. */
const MAX_PAGES = 1000;

/** Every charge of an order, or of all, oldest first, as the acquirer itself tells them. Rejects when it does not answer. */
export async function readBooks(acquirer: AcquirerAccess, orderId: string | null): Promise<Charge[]> {
  const charges: Charge[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = new URL('test_helpers/charges', acquirer.url);
    url.searchParams.set('limit', String(PAGE_SIZE));
    if (orderId !== null) url.searchParams.set('orderId', orderId);
    const last = charges.at(-1);
    if (last) url.searchParams.set('starting_after', last.chargeId);
    const response = await fetch(url, { headers: { authorization: `Bearer ${acquirer.secret}` } });
    if (!response.ok) throw new Error(`the acquirer answered ${response.status}`);
    const { data, has_more: hasMore } = (await response.json()) as { data: Charge[]; has_more: boolean };
    charges.push(...data);
    if (!hasMore || data.length === 0) break;
  }
  return charges;
}
