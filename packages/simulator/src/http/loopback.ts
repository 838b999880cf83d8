import type { IncomingMessage } from 'node:http';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request names this machine. A page that points its own domain name at 127.0.0.1 (DNS rebinding) sends that name as Host.
 */
export function isLoopbackHost(request: IncomingMessage): boolean {
  return LOOPBACK_HOST.test(request.headers.host ?? '');
}

/** Whether a web page elsewhere makes the request. Browsers name the page's origin; other clients name none. */
export function isForeignOrigin(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return origin !== undefined && !LOOPBACK_HOST.test(origin.replace(/^https?:\/\//, ''));
}
