import type { APIGatewayProxyEvent } from 'aws-lambda';

type Headers = Partial<Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>>;

/**
 * Every value of a header, its name in any case. API Gateway sends both maps; `headers` keeps only the last of several values, so
 * `multiValueHeaders` is read when it is there.
 */
export function headerValues({ headers, multiValueHeaders }: Headers, name: string): string[] {
  const named = <T>(map: Record<string, T> | null | undefined) => Object.entries(map ?? {}).filter(([key]) => key.toLowerCase() === name);
  const many = named(multiValueHeaders).flatMap(([, values]) => values ?? []);
  return many.length > 0 ? many : named(headers).flatMap(([, value]) => (value === undefined ? [] : [value]));
}
