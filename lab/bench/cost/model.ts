import { RECONCILE_INTERVAL_SECONDS } from '../../../contract/windows';
import type { Requests } from '../requests/count';
import type { Invocation, Measured } from './measured';
import { PRICES } from './prices';

export type Setting = 'sandbox' | 'production';

export interface Usage {
  readonly payments: number;
  /** Share of the payments whose POST comes twice: 0.05 is one in twenty. */
  readonly duplicates: number;
  /** Reads of the API for each payment. */
  readonly reads: number;
}

/** One position of the bill in US dollars. */
export interface Cost {
  readonly service: string;
  readonly usd: number;
}

const MILLION = 1_000_000;

/** Lambda gives one processor at 1,769 MB and less in proportion (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
const MB_OF_ONE_CPU = 1769;

/** START, END and REPORT lines of an invocation, and one line of the access log. */
const PLATFORM_LOG_BYTES = 350;
const ACCESS_LOG_BYTES = 400;

/** X-Ray's default: one request a second and one in twenty of the others. The trace goes along with the message, so a payment is one. */
const TRACED_SHARE = 0.05;

/** A message is sent by the API, received and deleted by the event source mapping. Batches of one: at a quiet hour nothing shares them. */
const MAPPING_REQUESTS = 2;

/** The index of open payments holds keys alone: an open row is put into it, a settled one taken out, a status in between costs nothing. */
const INDEX_WRITES = 2;

/** Milliseconds that Lambda bills: waiting is the same everywhere, computing takes longer on a share of a processor. */
export const billedMs = ({ ms, cpuMs, memoryMb }: Invocation): number =>
  Math.max(0, ms - cpuMs) + cpuMs * Math.max(1, MB_OF_ONE_CPU / memoryMb);

export const lambdaUsd = (count: number, invocation: Invocation): number =>
  (count / MILLION) * PRICES.lambdaRequests + count * (billedMs(invocation) / 1000) * (invocation.memoryMb / 1024) * PRICES.lambdaGbSecond;

export const tableUsd = (count: number, { tableWrites, refusedWrites, tableReads }: Requests, indexWrites = 0): number =>
  (count / MILLION) * ((tableWrites + refusedWrites + indexWrites) * PRICES.tableWrites + tableReads * PRICES.tableReads);

const logsUsd = (count: number, bytes: number): number => ((count * bytes) / 1e9) * PRICES.logsGb;

const perMillion = (count: number, usd: number): number => (count / MILLION) * usd;

/** The bill of a month with so many payments, by service. What is paid without any payment is in `fixedUsd`. */
export function costOf({ payments, duplicates, reads }: Usage, setting: Setting, { requests, invocations }: Measured): Cost[] {
  const { submit, charge, get, acquirer } = invocations;
  const replays = payments * duplicates;
  const gets = payments * reads;
  const posts = payments + replays;
  // The sandbox brings its own provider, which is an API with a function and a table behind it.
  const providerCalls = setting === 'sandbox' ? payments * requests.firstCharge.providerCalls : 0;
  const apiRequests = posts + gets + providerCalls;
  const logged = (count: number, invocation: Invocation) => logsUsd(count, invocation.loggedBytes + PLATFORM_LOG_BYTES);
  const queued = payments * (requests.firstCharge.queueRequests + MAPPING_REQUESTS) + replays * requests.replayedPost.queueRequests;
  const acquirerTable = setting === 'sandbox' ? tableUsd(payments, requests.acquirer, 1) : 0;
  const costs = {
    'API Gateway (REST)': perMillion(apiRequests, PRICES.restApiRequests),
    'AWS WAF': setting === 'production' ? perMillion(posts + gets, PRICES.webAclRequests) : 0,
    'Lambda: submit, get': lambdaUsd(posts, submit) + lambdaUsd(gets, get),
    'Lambda: charge': lambdaUsd(payments, charge),
    'Lambda: test acquirer': lambdaUsd(providerCalls, acquirer),
    'DynamoDB: ledger and guard':
      tableUsd(payments, requests.firstCharge, INDEX_WRITES) + tableUsd(replays, requests.replayedPost) + tableUsd(gets, requests.get),
    'DynamoDB: test acquirer': acquirerTable,
    'SQS (FIFO)': perMillion(queued, PRICES.queueRequests),
    'CloudWatch Logs':
      logged(posts, submit) +
      logged(gets, get) +
      logged(payments, charge) +
      logged(providerCalls, acquirer) +
      logsUsd(apiRequests, ACCESS_LOG_BYTES),
    'X-Ray': perMillion((posts + gets) * TRACED_SHARE, PRICES.traces),
  };
  return Object.entries(costs)
    .filter(([, usd]) => usd > 0)
    .map(([service, usd]) => ({ service, usd }));
}

export const totalOf = (costs: readonly Cost[]): number => costs.reduce((sum, { usd }) => sum + usd, 0);

/** A suppressed duplicate, at the API and in the guard: what a million of them cost. */
export function duplicateUsd(measured: Measured): { readonly api: number; readonly guard: number } {
  const { requests, invocations } = measured;
  // The guard's message costs the wait for no provider: an invocation that only computes.
  const stopped: Invocation = { ...invocations.charge, ms: invocations.charge.cpuMs };
  return {
    api: PRICES.restApiRequests + lambdaUsd(MILLION, invocations.submit) + tableUsd(MILLION, requests.replayedPost),
    guard: lambdaUsd(MILLION, stopped) + tableUsd(MILLION, requests.guardDuplicate) + (1 + MAPPING_REQUESTS) * PRICES.queueRequests,
  };
}

/** Polls of an idle queue: five pollers at least, each waiting 20 seconds (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html). */
const IDLE_POLLS_MONTH = 5 * 3 * 60 * 24 * 30;

/** Rules and rule groups of the web ACL, which only production has (lib/web-acl.ts). */
const WEB_ACL_RULES = 4;

/** What only production has: the web ACL and the key. Calls of the key are left out: each service keeps a data key for five minutes. */
const PROTECTION_USD = PRICES.webAclMonth + WEB_ACL_RULES * PRICES.webAclRuleMonth + PRICES.keyMonth;

/** Metrics that each run of the reconciliation prints. A metric is billed for the hours in which it is printed. */
const RECONCILE_METRICS = 8;
const RECONCILE_HOURS_SHARE = 3600 / RECONCILE_INTERVAL_SECONDS;

/** What a month costs without any payment. */
export const fixedUsd = ({ alarms, dashboards }: Measured, setting: Setting): number =>
  alarms * PRICES.alarmMonth +
  dashboards * PRICES.dashboardMonth +
  PRICES.secretMonth +
  RECONCILE_METRICS * RECONCILE_HOURS_SHARE * PRICES.metricMonth +
  perMillion(IDLE_POLLS_MONTH, PRICES.queueRequests) +
  (setting === 'production' ? PROTECTION_USD : 0);

/** Bytes that a payment leaves in the ledger for good, index overhead of 100 bytes included. */
const LEDGER_ROW_BYTES = 450;

/** A month of keeping a million payments. */
export const keptUsd = (): number => ((MILLION * LEDGER_ROW_BYTES) / 1e9) * PRICES.tableGbMonth;

/** What HTTP API instead of REST would save. */
export const httpApiSavingUsd = ({ payments, duplicates, reads }: Usage): number =>
  perMillion(payments * (1 + duplicates + reads), PRICES.restApiRequests - PRICES.httpApiRequests);
