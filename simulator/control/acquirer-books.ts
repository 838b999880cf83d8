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
export async function readBooks(acquirerUrl: string, secret: string, orderId: string | null): Promise<Charge[]> {
  const charges: Charge[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = new URL('test_helpers/charges', acquirerUrl);
    url.searchParams.set('limit', String(PAGE_SIZE));
    if (orderId !== null) url.searchParams.set('orderId', orderId);
    const last = charges.at(-1);
    if (last) url.searchParams.set('starting_after', last.chargeId);
    const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
    if (!response.ok) throw new Error(`the acquirer answered ${response.status}`);
    const { data, has_more: hasMore } = (await response.json()) as { data: Charge[]; has_more: boolean };
    charges.push(...data);
    if (!hasMore || data.length === 0) break;
  }
  return charges;
}
