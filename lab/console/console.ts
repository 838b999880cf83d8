import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import type { Answer } from '@charge-once/simulator/http/answer';
import { isLoopbackHost } from '@charge-once/simulator/http/loopback';

export const CONSOLE_PATH = '/console';

const PAGE = join(__dirname, 'page');

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but the page's own files, and nobody may frame it: a click on another page must not press its buttons. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // The files change with the checkout, under the same names.
  'cache-control': 'no-cache',
};

/** Serves the page at `/console` and its files below it. All of it stands in memory: what was not there at the start cannot be asked for. */
export function createConsole(): (request: IncomingMessage) => Promise<Answer> {
  const files = new Map(readdirSync(PAGE).map((name): [string, Answer] => [`${CONSOLE_PATH}/${name}`, fileAnswer(name)]));
  const page = files.get(`${CONSOLE_PATH}/index.html`)!;
  files.set(CONSOLE_PATH, page).set(`${CONSOLE_PATH}/`, page);

  return async (request) => {
    if (!isLoopbackHost(request)) return textAnswer(403, 'The console is for this machine only.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textAnswer(405, 'The console is read with GET.\n', { allow: 'GET, HEAD' });
    return files.get(pathOf(request)) ?? textAnswer(404, 'There is no such file.\n');
  };
}

export const isConsole = (request: IncomingMessage): boolean =>
  pathOf(request) === CONSOLE_PATH || pathOf(request).startsWith(`${CONSOLE_PATH}/`);

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0]!;

function fileAnswer(name: string): Answer {
  return {
    statusCode: 200,
    headers: { ...HEADERS, 'content-type': MEDIA_TYPES[extname(name)] ?? 'application/octet-stream' },
    body: readFileSync(join(PAGE, name)),
  };
}

function textAnswer(statusCode: number, body: string, headers: Record<string, string> = {}): Answer {
  return { statusCode, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}
