import type { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { PRODUCTION, synthesize } from './app';
import { differenceOf } from './template-difference';

/** Assets change with every edit of a function and deployments with every CDK release; neither is what the snapshot is about. */
const masked = (template: Template): unknown =>
  JSON.parse(
    JSON.stringify(template.toJSON())
      .replace(/[0-9a-f]{64}\.zip/g, '[asset].zip')
      .replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1[configuration]'),
  );

let sandbox: ReturnType<typeof synthesize>;
let production: ReturnType<typeof synthesize>;
beforeAll(() => {
  process.env.CDK_VALIDATION = 'true';
  sandbox = synthesize();
  production = synthesize(PRODUCTION);
});

test('the sandbox templates are the reviewed ones', () => {
  expect(masked(sandbox.payments)).toMatchSnapshot('PaymentsStack');
  expect(masked(sandbox.acquirer!)).toMatchSnapshot('AcquirerStack');
});

/** The stage's name stands in the logical ids of the API's stage, and in every name that begins with the stack's: test/template/stack-name.test.ts. */
const unnamed = (template: Template): unknown =>
  JSON.parse(
    JSON.stringify(masked(template))
      .replaceAll(/Stage(sandbox|production)[0-9A-F]{8}/g, 'Stage[name]')
      .replaceAll('PaymentsStack-production', 'PaymentsStack'),
  );

test('production differs from the sandbox as reviewed, and in nothing else but names', () => {
  expect(differenceOf(unnamed(sandbox.payments), unnamed(production.payments))).toMatchSnapshot();
});

test('production deploys no test acquirer', () => {
  expect(production.acquirer).toBeUndefined();
});

type Container = Record<string, unknown>;

/** Every object and list of a document, itself among them. */
const containersOf = (value: unknown): Container[] =>
  typeof value === 'object' && value !== null ? [value as Container, ...Object.values(value).flatMap(containersOf)] : [];

const CHANGES: Record<string, (container: Container, name: string) => void> = {
  'a member has another value': (container, name) => {
    container[name] = 'another value';
  },
  'a member or an entry is missing': (container, name) => {
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  },
  'there is a member or an entry more': (container, name) => {
    if (Array.isArray(container)) container.splice(Number(name), 0, container[Number(name)]);
    else container.Further = container[name];
  },
  'a list is in another order': (container) => {
    if (Array.isArray(container)) container.reverse();
  },
};

test.each(Object.entries(CHANGES))('whatever changes in production alone shows in the difference: %s', (_case, change) => {
  const [before, after] = [unnamed(sandbox.payments), unnamed(production.payments)];
  const reviewed = differenceOf(before, after);
  const check = fc.property(fc.nat(), fc.nat(), (nth, member) => {
    const mutated = structuredClone(after);
    const containers = containersOf(mutated);
    const container = containers[nth % containers.length]!;
    const names = Object.keys(container);
    fc.pre(names.length > 0);
    change(container, names[member % names.length]!);
    fc.pre(JSON.stringify(mutated) !== JSON.stringify(after));
    expect(differenceOf(before, mutated)).not.toEqual(reviewed);
  });
  fc.assert(check, { numRuns: 30 });
});
