import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { buildApp, type Json, PRIVATE, PRODUCTION, type Resource, synthesize } from './app';

type Given = Record<string, string>;
const withOrWithout = (setting: Given): Given[] => [{}, setting];

/** Every choice of the settings that any stage takes. */
const CHOICES = withOrWithout({ stripeSecretName: 'stripe/test-key' }).flatMap((stripe) =>
  withOrWithout(PRIVATE).flatMap((vpc) =>
    withOrWithout({ alarmEmail: 'on-call@example.com' }).map((alarm) => ({ ...stripe, ...vpc, ...alarm })),
  ),
);

const nameWith = (settings: Given): string => buildApp(settings).payments.stackName;

test('without stage=production no settings lead to the production stack', () => {
  expect(CHOICES).toHaveLength(8);
  for (const stage of withOrWithout({ stage: 'sandbox' })) {
    for (const choice of CHOICES) {
      expect({ choice, name: nameWith({ ...choice, ...stage }) }).toEqual({ choice, name: 'PaymentsStack' });
    }
  }
});

test('with stage=production all settings lead to it', () => {
  for (const choice of CHOICES) {
    expect({ choice, name: nameWith({ ...choice, ...PRODUCTION }) }).toEqual({ choice, name: 'PaymentsStack-production' });
  }
});

/**
 * Names that the templates give, rather than CloudFormation. Each is unique in an account and Region, unlike those of metrics, of a role's
 * policies and of an API's stage.
 */
const namesIn = (template: Template): string[] =>
  Object.values<Resource>(template.toJSON().Resources).flatMap(({ Properties }) =>
    Object.entries<Json>(Properties ?? {}).flatMap(([property, value]) =>
      property.endsWith('Name') && !/^(Metric|Policy|Stage)Name$/.test(property) && typeof value === 'string' ? [value] : [],
    ),
  );

test('the two can stand side by side: no name of one is a name of the other', () => {
  const production = namesIn(synthesize(PRODUCTION).payments);
  const sandbox = namesIn(synthesize().payments);
  expect(production).toEqual(
    expect.arrayContaining([
      'PaymentsStack-production',
      'PaymentsStack-production-charge-dlq.fifo',
      'PaymentsStack-production-charge.fifo',
      'PaymentsStack-production-dlq-not-empty',
      'alias/PaymentsStack-production',
      'aws-waf-logs-PaymentsStack-production',
    ]),
  );
  expect(sandbox).toEqual(expect.arrayContaining(['PaymentsStack', 'PaymentsStack-charge-dlq.fifo', 'PaymentsStack-dlq-not-empty']));
  expect(sandbox.filter((name) => production.includes(name))).toEqual([]);
});

test('the runbook talks to the production stack', () => {
  const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');
  expect(/^STACK=([\w-]+)/m.exec(runbook)?.[1]).toBe('PaymentsStack-production');
  for (const [, name] of runbook.matchAll(/--stack(?:-name)? (\S+)/g)) expect(['"$STACK"', '"$STACK"`', '<StackId>']).toContain(name);
});
