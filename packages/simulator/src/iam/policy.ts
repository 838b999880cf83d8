/** A statement of an IAM policy, intrinsics resolved. */
export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  NotAction?: string | string[];
  Resource?: string | string[];
  NotResource?: string | string[];
  Condition?: unknown;
}

export type Decision = 'allowed' | 'implicit-deny' | 'explicit-deny';

/**
 * IAM's identity-based evaluation: an explicit Deny wins, then any Allow, otherwise denied.
 * `resource` undefined asks whether the action is allowed on any resource at all, for calls that name none.
 *
 * Limit: conditions are not evaluated. An Allow counts as if its condition held and a conditional Deny as if it did not,
 * so a call that only a condition forbids on AWS is let through here, never the reverse.
 */
export function evaluate(statements: readonly Statement[], action: string, resource: string | undefined): Decision {
  const matching = statements.filter((statement) => matchesAction(statement, action) && matchesResource(statement, resource));
  if (matching.some(({ Effect, Condition }) => Effect === 'Deny' && Condition === undefined)) return 'explicit-deny';
  return matching.some(({ Effect }) => Effect === 'Allow') ? 'allowed' : 'implicit-deny';
}

function matchesAction({ Action, NotAction }: Statement, action: string): boolean {
  // Actions are case-insensitive, ARNs are not.
  const matches = (pattern: string) => wildcard(pattern.toLowerCase(), action.toLowerCase());
  if (NotAction !== undefined) return !asList(NotAction).some(matches);
  return asList(Action).some(matches);
}

function matchesResource({ Effect, Resource, NotResource }: Statement, resource: string | undefined): boolean {
  if (resource === undefined) return Effect === 'Allow' || asList(Resource).includes('*');
  if (NotResource !== undefined) return !asList(NotResource).some((pattern) => wildcard(pattern, resource));
  return asList(Resource).some((pattern) => wildcard(pattern, resource));
}

function asList(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** `*` stands for any characters, `?` for one. */
function wildcard(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
