import { Agent, request } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** HTTP over connections that are kept open, one for each client; cheaper than `fetch`, whose cost would count as the API's. */
export function httpClient(clients: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return {
    send(method: string, url: string, body?: string): Promise<Answered> {
      const startedMs = performance.now();
      return new Promise((resolve, reject) => {
        const sent = request(url, { method, agent, headers: { 'content-type': 'application/json' } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), ms: performance.now() - startedMs }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Does all the work, so many at a time, and returns the results in order. */
export async function spread<T, R>(items: readonly T[], clients: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const client = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}
