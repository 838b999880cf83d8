import type { Address, Range, Store, Stored } from '../function/store';

interface Item {
  readonly address: Address;
  readonly rev: string;
  readonly body: string;
  readonly timelineKey?: string;
}

/** The store's contract in memory. Bodies are kept as text, so that nothing is shared with a caller. */
export function memoryStore(): Store {
  const items = new Map<string, Item>();
  const nameOf = ({ pk, sk }: Address) => `${pk}\n${sk}`;
  let writes = 0;

  const stored = (item: Item): Stored => ({ ...item.address, rev: item.rev, body: JSON.parse(item.body) });

  return {
    async read(addresses) {
      return addresses.map((address) => items.get(nameOf(address))).map((item) => item && stored(item));
    },
    async write(address, body, seen, { timelineKey } = {}) {
      const { pk, sk } = address;
      const present = items.get(nameOf(address));
      if (present?.rev !== seen?.rev) return { kind: 'overtaken', present: present && stored(present) };
      const rev = String(++writes);
      items.set(nameOf(address), { address: { pk, sk }, rev, body: JSON.stringify(body), ...(timelineKey && { timelineKey }) });
      return { kind: 'written', document: { pk, sk, rev, body } };
    },
    async list(pk, range) {
      const partition = [...items.values()].filter(({ address }) => address.pk === pk);
      return inRange(partition, ({ address }) => address.sk, range).map(stored);
    },
    async timeline(range) {
      const entries = [...items.values()].flatMap(({ address, timelineKey }) => (timelineKey ? [{ ...address, timelineKey }] : []));
      return inRange(entries, ({ timelineKey }) => timelineKey, range);
    },
  };
}

function inRange<T>(all: readonly T[], keyOf: (entry: T) => string, { from, to, after, newestFirst, limit }: Range): T[] {
  const found = all
    .filter((entry) => (from === undefined || keyOf(entry) >= from) && (to === undefined || keyOf(entry) <= to))
    .filter((entry) => after === undefined || (newestFirst ? keyOf(entry) < after : keyOf(entry) > after))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return (newestFirst ? found.reverse() : found).slice(0, limit);
}
