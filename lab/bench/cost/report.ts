import type { Section } from '../section';
import type { Measured } from './measured';
import { type Cost, costOf, duplicateUsd, fixedUsd, httpApiSavingUsd, keptUsd, type Setting, totalOf, type Usage } from './model';
import { PRICES_OF, REGION } from './prices';

/** US dollars for a million payments. */
const GOAL_USD = 15;
const SETTINGS: readonly Setting[] = ['sandbox', 'production'];

const usd = (value: number): string => value.toFixed(2);

function rowsOf(usage: Usage, measured: Measured): string[][] {
  const bills = SETTINGS.map((setting) => costOf(usage, setting, measured));
  const services = [...new Set(bills.flat().map(({ service }) => service))];
  const cell = (bill: readonly Cost[], service: string): string => {
    const found = bill.find((cost) => cost.service === service)?.usd ?? 0;
    return `${usd(found)} (${Math.round((100 * found) / totalOf(bill))} %)`;
  };
  return [
    ...services.map((service) => [service, ...bills.map((bill) => cell(bill, service))]),
    ['total', ...bills.map((bill) => usd(totalOf(bill)))],
  ];
}

/** The cost model as a part of the report, and as `npm run bench -- cost` prints it. */
export function costSection(usage: Usage, measured: Measured): Section {
  const production = costOf(usage, 'production', measured);
  const sandbox = costOf(usage, 'sandbox', measured);
  const scale = 1_000_000 / usage.payments;
  const perMillion = (costs: readonly Cost[]): number => totalOf(costs) * scale;
  const webAcl = (production.find(({ service }) => service === 'AWS WAF')?.usd ?? 0) * scale;
  const [largest, second] = [...production].sort((a, b) => b.usd - a.usd);
  const duplicate = duplicateUsd(measured);
  return {
    title: 'Cost',
    text:
      `List prices of ${REGION}, ${PRICES_OF}, without free tiers and discounts. Requests are counted exactly; durations are measured here at a provider latency of 200 ms a call and stretched to the share of a processor that the ` +
      'configured memory buys. Each message has an invocation of its own, as at a quiet hour; batches make the charge function cheaper. The provider’s own fee is not in it. In the sandbox the test acquirer takes the place of the provider, at the cost of an API of its own.',
    goals: [
      {
        goal: `At most ${GOAL_USD} US dollars a million payments with Stripe as the provider`,
        found: `${usd(perMillion(production))}; ${largest!.service} and ${second!.service} dominate`,
        met: perMillion(production) <= GOAL_USD,
        why: `${largest!.service} alone is ${usd(largest!.usd * scale)}, and AWS WAF ${usd(webAcl)}.`,
      },
      {
        goal: `At most ${GOAL_USD} US dollars a million payments in the sandbox`,
        found: usd(perMillion(sandbox)),
        met: perMillion(sandbox) <= GOAL_USD,
        why: `The test acquirer is ${usd(perMillion(sandbox) - perMillion(production) + webAcl)} of it: two more requests to API Gateway, two invocations and their table calls for each payment.`,
      },
    ],
    tables: [
      {
        caption: `US dollars for ${usage.payments.toLocaleString('en-US')} payments, ${usage.duplicates * 100} % of them posted twice, ${usage.reads} reads each`,
        head: ['', ...SETTINGS],
        rows: rowsOf(usage, measured),
      },
      {
        head: ['what else', 'US dollars'],
        rows: [
          ['a million suppressed duplicates, stopped by the API', usd(duplicate.api)],
          ['a million suppressed duplicates, stopped by the guard', usd(duplicate.guard)],
          [
            'saved by HTTP API instead of REST, which has no request validation, no resource policy and no tracing',
            usd(httpApiSavingUsd(usage)),
          ],
          [
            `a month without any payment in the sandbox: ${measured.alarms} alarms, ${measured.dashboards} dashboard, a secret, polls of an idle queue, the reconciliation`,
            usd(fixedUsd(measured, 'sandbox')),
          ],
          ['the same in production, with a web ACL and a key of its own', usd(fixedUsd(measured, 'production'))],
          ['a month of keeping a million payments in the ledger', usd(keptUsd())],
        ],
      },
    ],
  };
}
