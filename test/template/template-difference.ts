/** What one JSON document has otherwise than another, at one path. A side that has nothing there is absent. */
export interface Difference {
  readonly before?: unknown;
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** By path. Entries of lists have no names: of lists of one length they are compared by place, of others it shows those that only one has. */
export function differenceOf(before: unknown, after: unknown, path = ''): Record<string, Difference> {
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return Object.assign({}, ...names.map((name) => differenceOf(before[name], after[name], path === '' ? name : `${path}/${name}`)));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length)
      return Object.assign({}, ...before.map((entry, index) => differenceOf(entry, after[index], `${path}/${index}`)));
    return { [path]: { before: without(before, after), after: without(after, before) } };
  }
  return { [path]: { ...(before !== undefined && { before }), ...(after !== undefined && { after }) } };
}

/** The entries of a list that the other one has not. */
function without(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map((entry) => JSON.stringify(entry)));
  return list.filter((entry) => !known.has(JSON.stringify(entry)));
}
