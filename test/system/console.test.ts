import { request } from 'node:http';
import { writeShop } from '../../testing/shop';
import { startForTest, type TestSimulator } from '../../testing/start';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startForTest({ assembly: writeShop() });
}, 30_000);
afterAll(() => simulator?.close());

/** Asks with any Host header and path, which `fetch` would not let through. */
function ask(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number; type: string; policy: string; text: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: simulator.port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          type: String(response.headers['content-type']),
          policy: String(response.headers['content-security-policy']),
          text,
        }),
      );
    });
    asked.on('error', reject).end();
  });
}

it('serves the page, which may load nothing but its own files and may not be framed', async () => {
  const page = await ask('/console');
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  expect(page.policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|https?:\/\//i);
});

it('serves every file that the page names', async () => {
  const { text } = await ask('/console');
  const files = [...text.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect(await ask(file)).toMatchObject({ status: 200 });
});

it.each(['/console/nothing.js', '/console/../simulator.ts', '/console/%2e%2e/console.ts', '/console/page/index.html'])(
  'has no file %s',
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);

it('is read only', async () => {
  expect((await ask('/console', { method: 'POST' })).status).toBe(405);
});

it('is not for a page that points its own name at this machine', async () => {
  expect((await ask('/console', { headers: { host: 'evil.example' } })).status).toBe(403);
});

it.each(['/redrive', '/acquirer/faults', '/story/1', '/clock', '/functions/echo/kill'])(
  'refuses a press on %s from a page elsewhere',
  async (path) => {
    expect((await ask(`/_simulator${path}`, { method: 'POST', headers: { origin: 'https://evil.example' } })).status).toBe(403);
  },
);

it('shows the windows that it draws', async () => {
  const windows: { label: string; seconds?: number }[] = JSON.parse((await ask('/_simulator/windows')).text);
  expect(windows).toContainEqual(expect.objectContaining({ label: 'FIFO deduplication', seconds: 300, keeper: 'Queue' }));
  expect(windows.at(-1)).toEqual({ label: 'Ledger row', keeper: 'Ledger', after: 'nothing: it does not expire' });
});
