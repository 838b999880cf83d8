import type { RestApiDefinition, RouteDefinition } from '../cloudformation/deployment';

export interface Match {
  route: RouteDefinition;
  /** URL-decoded; null when the path has none. */
  pathParameters: Record<string, string> | null;
  /** Without the stage. */
  path: string;
}

interface Resource {
  segments: string[];
  methods: Map<string, RouteDefinition>;
}

export interface Router {
  /** `path` as it stands in the request line, with or without the stage, without the query. */
  match(httpMethod: string, path: string): Match | undefined;
}

/** Finds the method that API Gateway would: the most specific resource first, then its own method before `ANY`. */
export function createRouter(api: RestApiDefinition): Router {
  const resources = compile(api.routes);
  const matchPath = (httpMethod: string, path: string): Match | undefined => {
    const segments = split(path);
    for (const resource of resources) {
      const pathParameters = matchSegments(resource.segments, segments);
      if (!pathParameters) continue;
      const route = resource.methods.get(httpMethod) ?? resource.methods.get('ANY');
      return route && { route, pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null, path };
    }
    return undefined;
  };
  return {
    match: (httpMethod, path) => {
      const prefix = `/${api.stage}`;
      const staged = path === prefix || path.startsWith(`${prefix}/`);
      return (staged ? matchPath(httpMethod, path.slice(prefix.length) || '/') : undefined) ?? matchPath(httpMethod, path);
    },
  };
}

function compile(routes: readonly RouteDefinition[]): Resource[] {
  const resources = new Map<string, Resource>();
  for (const route of routes) {
    const resource = resources.get(route.resourcePath) ?? { segments: split(route.resourcePath), methods: new Map() };
    resource.methods.set(route.httpMethod, route);
    resources.set(route.resourcePath, resource);
  }
  return [...resources.values()].sort((a, b) => specificity(a.segments).localeCompare(specificity(b.segments)));
}

/** Sorts literal segments before `{param}`, and that before `{proxy+}`, position by position. */
function specificity(segments: string[]): string {
  return segments.map((segment) => (isGreedy(segment) ? '2' : isParameter(segment) ? '1' : '0')).join('');
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (isGreedy(part)) return { ...parameters, [part.slice(1, -2)]: decode(segments.slice(index).join('/')) };
    if (isParameter(part)) parameters[part.slice(1, -1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return segments.length === pattern.length ? parameters : undefined;
}

function isGreedy(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('+}');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

/** A slash at the end makes no difference, as on API Gateway. */
function split(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
