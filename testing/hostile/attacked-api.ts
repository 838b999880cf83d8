import '../function-environment';

import { makeHandler } from '../../functions/submit-payment/handler';
import { lambdaContext, type ProxyRequest, proxyEvent } from '../proxy-event';
import { anApi } from '../submit-payment/submit-payment-fixture';
import { captureLog } from './captured-log';
import { type Answer, contractFaults, POST } from './contract';
import { MARKER } from './marker';

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A payment that is accepted as it stands, as JSON text; values are JSON tokens. */
export const payment = (members: Readonly<Record<string, string>> = {}): string => {
  const good = { orderId: '"ord-1"', amount: '1999', currency: '"EUR"', paymentMethod: '"pm_card_visa"' };
  const pairs = Object.entries({ ...good, ...members });
  return `{${pairs.map(([name, token]) => `"${name}":${token}`).join(',')}}`;
};

/** Bytes as API Gateway passes them on. */
export const asSent = (body: string | Buffer): Pick<ProxyRequest, 'body' | 'isBase64Encoded'> =>
  typeof body === 'string' ? { body } : { body: body.toString('base64'), isBase64Encoded: true };

interface Exchange {
  readonly answer: Answer;
  /** Every rule that holds for any request at all and was broken. */
  readonly faults: string[];
  readonly sent: readonly unknown[];
}

/** One request to a fresh API: the real handler over tables in memory, with all its log lines. */
export async function attack(request: ProxyRequest): Promise<Exchange> {
  const api = anApi();
  const log: string[] = [];
  const restore = captureLog(log);
  try {
    const { statusCode, headers, body } = await makeHandler(api.ports)(proxyEvent(request), lambdaContext());
    const answer = { status: statusCode, headers: headers as Record<string, string>, body };
    const faults = contractFaults(POST, answer);
    if (statusCode >= 500) faults.push(`a client's mistake was answered with ${statusCode}`);
    if (log.some((line) => /"level":"(?:ERROR|CRITICAL|WARN)"/.test(line))) faults.push(`an error was logged: ${log.join('')}`);
    if (log.join('').includes(MARKER)) faults.push(`the log repeats what was sent: ${log.join('')}`);
    const rows = api.payments.rows();
    if (statusCode !== 202) faults.push(...faultsOfRefusal(answer, rows.length, api.sent.length));
    else if (rows.length !== 1 || api.sent.length !== 1) faults.push('accepted without its row and its message');
    return { answer, faults, sent: api.sent };
  } finally {
    restore();
  }
}

function faultsOfRefusal({ headers, body }: Answer, rows: number, messages: number): string[] {
  return [
    ...(rows > 0 ? ['a row was written for a refused request'] : []),
    ...(messages > 0 ? ['a message was sent for a refused request'] : []),
    ...(`${JSON.stringify(headers)}${body}`.includes(MARKER) ? [`the answer repeats what was sent: ${body}`] : []),
  ];
}

/** The status, once every rule for any request is known to hold. */
export async function statusOf(request: ProxyRequest): Promise<number> {
  const { answer, faults } = await attack(request);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return answer.status;
}
