import { METRIC } from '../../contract/names';
import { type Json, propertiesOf, resourcesOf, synthesize } from './app';

const { payments } = synthesize({ recovery: 'on' });
const { DashboardName, DashboardBody } = propertiesOf(payments, 'AWS::CloudWatch::Dashboard', 'Dashboard');

/** The body with a word for each reference. */
const text: string = DashboardBody['Fn::Join'][1]
  .map((part: Json) => (typeof part === 'string' ? part : JSON.stringify(part).replaceAll('"', '')))
  .join('');
const widgets: Json[] = JSON.parse(text).widgets;
const titles = widgets.flatMap(({ type, properties }) => (type === 'text' ? [properties.markdown.split('\n')[0]] : []));

test('tells the story from top to bottom: the money, what kept it right, the parts that moved it, and what is wrong now', () => {
  expect(titles).toEqual([
    '## Money',
    '## Duplicates',
    '## Queue',
    '## Charge function',
    '## Reconciliation',
    '## Recovery',
    '## API',
    '## Alarms',
  ]);
});

test('is named after the stack, which an output tells', () => {
  expect(DashboardName).toBe('PaymentsStack');
  expect(payments.toJSON().Outputs.DashboardName.Value).toEqual({ Ref: expect.stringMatching(/^Dashboard/) });
});

test('every part begins with one or two sentences', () => {
  for (const { type, properties } of widgets) if (type === 'text') expect(properties.markdown).toMatch(/^## .+\n[A-Z].{20,}\.$/);
});

test.each(Object.values(METRIC))('shows %s', (metric) => {
  expect(text).toContain(metric);
});

test('shows each layer that stops duplicates, under the function that counts it', () => {
  const { metrics } = widgets.find(({ properties }) => properties.title === 'Stopped by layer')!.properties;
  expect(metrics.map(([, name, , layer, , service]: string[]) => [name, layer, service])).toEqual([
    ['DuplicatesSuppressed', 'Api', 'submit-payment'],
    ['DuplicatesSuppressed', 'InProgress', 'charge'],
    ['DuplicatesSuppressed', 'Guard', 'charge'],
    ['DuplicatesSuppressed', 'Ledger', 'charge'],
    ['DuplicatesSuppressed', 'Provider', 'charge'],
  ]);
});

test('shows how long the fastest half and the slowest hundredth of the payments took', () => {
  const { metrics } = widgets.find(({ properties }) => properties.title === 'Seconds from accepted to charged')!.properties;
  expect(metrics.map((metric: Json[]) => (metric.at(-1) as Json).stat)).toEqual(['p50', 'p99']);
});

test('shows the state of every alarm', () => {
  const { alarms } = widgets.at(-1)!.properties;
  expect(alarms).toHaveLength(Object.keys(resourcesOf(payments, 'AWS::CloudWatch::Alarm')).length);
});
