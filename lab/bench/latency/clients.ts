import { Agent, request } from 'node:http';
import type { Response, Send } from '../../../ops/client/http';

/** HTTP over connections that are kept open, one for each client; cheaper than `fetch`, whose cost would count as the API's. */
export function httpTransport(clients: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send: Send = (url, { method, headers, body }) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request(url, { method, agent, headers: { ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
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
