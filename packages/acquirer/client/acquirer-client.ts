export interface AcquirerAccess {
  /** Base URL, ending in `/v1/`. */
  readonly url: string;
  readonly apiKey: string;
  /** Of one call. @default 20000 */
  readonly timeoutMs?: number;
}

export interface Fault {
  readonly mode: string;
  readonly orderId?: string;
  readonly times?: number;
}

/** A charge in the acquirer's books. */
export interface Charge {
  readonly orderId: string;
  readonly attempt: number;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string;
  /** ISO 8601. */
  readonly chargedAt: string;
}

/** The acquirer refused a request, or did not answer as itself. The message is one line, with its own reason. */
export class AcquirerError extends Error {
  override readonly name = 'AcquirerError';
  readonly statusCode: number;
  /** The acquirer's own words. */
  readonly reason: string | undefined;

  constructor(statusCode: number, reason: string | undefined) {
    super(`The acquirer answered ${statusCode}: ${reason ?? 'it gave no reason'}`);
    this.statusCode = statusCode;
    this.reason = reason;
  }
}

export interface AcquirerClient {
  /** Faults in force. */
  faults(): Promise<readonly Fault[]>;
  /** Sets or clears a fault, given as an object or as JSON text, and returns those in force. */
  setFault(fault: Fault | string): Promise<readonly Fault[]>;
  /** What an order, or every order, was charged, oldest first. */
  charges(orderId?: string): Promise<readonly Charge[]>;
}

const PAGE_SIZE = 100;
/** Pages read at most: a hundred thousand charges. */
const MAX_PAGES = 1000;

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly has_more?: boolean;
}

/** The acquirer's test helpers, called with its own key. Every call throws `AcquirerError` when it is refused. */
export function acquirerClient({ url, apiKey, timeoutMs = 20_000 }: AcquirerAccess): AcquirerClient {
  async function call<Entry>(path: string, request: RequestInit = {}): Promise<Page<Entry>> {
    const response = await fetch(new URL(`test_helpers/${path}`, url), {
      ...request,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.json().catch(() => ({}))) as Partial<Page<Entry>> & { error?: { message?: string } };
    if (response.ok && answer.data) return { ...answer, data: answer.data };
    throw new AcquirerError(response.status, answer.error?.message);
  }

  return {
    faults: async () => (await call<Fault>('faults')).data,
    async setFault(fault) {
      const body = typeof fault === 'string' ? fault : JSON.stringify(fault);
      return (await call<Fault>('faults', { method: 'POST', body })).data;
    },
    async charges(orderId) {
      const charges: Charge[] = [];
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const last = charges.at(-1);
        const query = new URLSearchParams({
          limit: String(PAGE_SIZE),
          ...(orderId !== undefined && { orderId }),
          ...(last && { starting_after: last.chargeId }),
        });
        const { data, has_more: hasMore } = await call<Charge>(`charges?${query.toString()}`);
        charges.push(...data);
        if (!hasMore || data.length === 0) break;
      }
      return charges;
    },
  };
}
