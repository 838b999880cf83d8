import type { Template } from 'aws-cdk-lib/assertions';
import { PRODUCTION, synthesize } from './app';
import { differenceOf } from './template-difference';

/** Assets change with every edit of a function and deployments with every CDK release; neither is what the snapshot is about. */
const masked = (template: Template): unknown =>
  JSON.parse(
    JSON.stringify(template.toJSON())
      .replace(/[0-9a-f]{64}\.zip/g, '[asset].zip')
      .replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1[configuration]'),
  );

beforeAll(() => {
  process.env.CDK_VALIDATION = 'true';
});

test('the sandbox templates are the reviewed ones', () => {
  const { payments, acquirer } = synthesize();
  expect(masked(payments)).toMatchSnapshot('PaymentsStack');
  expect(masked(acquirer!)).toMatchSnapshot('AcquirerStack');
});

/** The stage's name stands in the logical ids of the API's stage, and in every name that begins with the stack's: test/template/stack-name.test.ts. */
const unnamed = (template: unknown): unknown =>
  JSON.parse(
    JSON.stringify(template)
      .replaceAll(/Stage(sandbox|production)[0-9A-F]{8}/g, 'Stage[name]')
      .replaceAll('PaymentsStack-production', 'PaymentsStack'),
  );

test('production differs from the sandbox as reviewed, and in nothing else but names', () => {
  const [sandbox, production] = [synthesize().payments, synthesize(PRODUCTION).payments].map((each) => unnamed(masked(each)));
  expect(differenceOf(sandbox, production)).toMatchSnapshot();
});

test('production deploys no test acquirer', () => {
  expect(synthesize(PRODUCTION).acquirer).toBeUndefined();
});

test.each([
  { case: 'nothing', before: { a: { b: 1 } }, after: { a: { b: 1 } }, right: {} },
  { case: 'a changed value', before: { a: { b: 1, c: 2 } }, after: { a: { b: 3, c: 2 } }, right: { 'a/b': { before: 1, after: 3 } } },
  { case: 'an added resource', before: { a: 1 }, after: { a: 1, d: { e: 5 } }, right: { d: { after: { e: 5 } } } },
  { case: 'a removed member', before: { a: { b: 1, c: 2 } }, after: { a: { c: 2 } }, right: { 'a/b': { before: 1 } } },
  { case: 'a list with another entry', before: { a: [1, 2] }, after: { a: [1, 3] }, right: { 'a/1': { before: 2, after: 3 } } },
  { case: 'a longer list', before: { a: [1, 2] }, after: { a: [1, 4, 2] }, right: { a: { before: [], after: [4] } } },
  { case: 'another kind of value', before: { a: { b: 1 } }, after: { a: 'x' }, right: { a: { before: { b: 1 }, after: 'x' } } },
])('the difference shows $case', ({ before, after, right }) => {
  expect(differenceOf(before, after)).toEqual(right);
});
