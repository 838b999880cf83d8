/** What one JSON document has otherwise than another, at one path. A side that has nothing there is absent. */
export interface Difference {
  readonly before?: unknown;
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** By path. It leaves nothing out: two documents that differ from `before` in the same way are the same. */
export function differenceOf(before: unknown, after: unknown, path = ''): Record<string, Difference> {
  if (isSame(before, after)) return {};
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return Object.assign({}, ...names.map((name) => differenceOf(before[name], after[name], path === '' ? name : `${path}/${name}`)));
  }
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after, path);
  return { [path]: { ...(before !== undefined && { before }), ...(after !== undefined && { after }) } };
}

/** Entries have no names: in lists of one length they are compared by place, in others `path/n…` shows what stands instead from the n-th on. */
function differenceOfLists(before: readonly unknown[], after: readonly unknown[], path: string): Record<string, Difference> {
  if (before.length === after.length)
    return Object.assign({}, ...before.map((entry, index) => differenceOf(entry, after[index], `${path}/${index}`)));
  return Object.fromEntries(gapsBetween(before, after, 0).map(([place, gap]) => [`${path}/${place}…`, gap]));
}

/** What lies between the entries that both lists have, in order. Places are those in the list `before`. */
function gapsBetween(before: readonly unknown[], after: readonly unknown[], place: number): [number, Difference][] {
  const known = before.findIndex((entry) => after.some((other) => isSame(entry, other)));
  if (known < 0) return before.length + after.length > 0 ? [[place, { before, after }]] : [];
  const found = after.findIndex((other) => isSame(before[known], other));
  return [
    ...gapsBetween(before.slice(0, known), after.slice(0, found), place),
    ...gapsBetween(before.slice(known + 1), after.slice(found + 1), place + known + 1),
  ];
}
