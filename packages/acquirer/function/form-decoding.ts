import { invalidRequest } from './api-error';

/** Decoded parameters. Objects have no prototype, so that `__proto__` and `constructor` are ordinary names. */
export type Form = { [name: string]: FormValue };
export type FormValue = string | Form;

/** Brackets in one name: Stripe's deepest parameters have four. */
const MAX_DEPTH = 6;

export const emptyForm = (): Form => Object.create(null) as Form;

/**
 * `metadata[orderId]=1&expand[]=a&expand[0]=b` as nested objects. Lists are objects whose names are positions: whether `[0]` is a
 * position or a name is for the reader of the parameter to say. Throws `ApiError` 400 when a name is both a value and an object.
 */
export function decodeForm(pairs: Iterable<readonly [string, string]>): Form {
  const form = emptyForm();
  for (const [name, value] of pairs) {
    const path = pathOf(name);
    let parent = form;
    for (const step of path.slice(0, -1)) parent = childOf(parent, step || String(Object.keys(parent).length));
    const last = path.at(-1) || String(Object.keys(parent).length);
    if (typeof parent[last] === 'object') throw invalidRequest('Invalid object: a parameter is both a value and an object.');
    parent[last] = value;
  }
  return form;
}

function pathOf(name: string): string[] {
  const [, head, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  // Unbalanced brackets are no nesting but part of an odd name, which nobody knows.
  if (head === undefined) return [name];
  const path = [head, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, step = '']) => step)];
  if (path.length > MAX_DEPTH) throw invalidRequest('Invalid object: parameters are nested too deeply.');
  return path;
}

function childOf(parent: Form, name: string): Form {
  parent[name] ??= emptyForm();
  const child = parent[name];
  if (typeof child === 'string') throw invalidRequest('Invalid object: a parameter is both a value and an object.');
  return child;
}
