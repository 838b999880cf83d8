import type { Address, Store, Stored } from '../../../functions/acquirer/store';

/** The store's contract in memory. Bodies are kept as text, so that nothing is shared with a caller. */
export function memoryStore(): Store {
  const items = new Map<string, { address: Address; rev: string; body: string }>();
  const nameOf = ({ pk, sk }: Address) => `${pk}\n${sk}`;
  let writes = 0;

  function stored(item: { address: Address; rev: string; body: string }): Stored {
    return { ...item.address, rev: item.rev, body: JSON.parse(item.body) };
  }

  return {
    async read(addresses) {
      return addresses.map((address) => items.get(nameOf(address))).map((item) => item && stored(item));
    },
    async write(address, body, seen) {
      if (items.get(nameOf(address))?.rev !== seen?.rev) return undefined;
      const rev = String(++writes);
      items.set(nameOf(address), { address: { pk: address.pk, sk: address.sk }, rev, body: JSON.stringify(body) });
      return { pk: address.pk, sk: address.sk, rev, body };
    },
    async list(pk, { from, to, after, newestFirst, limit }) {
      const inRange = [...items.values()]
        .filter(({ address }) => address.pk === pk)
        .filter(({ address: { sk } }) => (from === undefined || sk >= from) && (to === undefined || sk <= to))
        .filter(({ address: { sk } }) => after === undefined || (newestFirst ? sk < after : sk > after))
        .sort((a, b) => (a.address.sk < b.address.sk ? -1 : 1));
      return (newestFirst ? inRange.reverse() : inRange).slice(0, limit).map(stored);
    },
  };
}
