import { connect } from 'node:net';
import type { Answer } from './contract';

/** A header's value in Latin-1: each character is one byte on the wire. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** One HTTP/1.1 request, byte for byte as given: no client library stands between, which would refuse or repair it. */
export function rawRequest(base: string, line: string, headers: RawHeaders, body: Buffer = Buffer.alloc(0)): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const all: RawHeaders = [['Host', `${hostname}:${port}`], ['Connection', 'close'], ['Content-Length', String(body.length)], ...headers];
  const head = `${line} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body])));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString())));
  });
}

function readAnswer(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  return { status: Number(status.split(' ')[1]), headers, body };
}
