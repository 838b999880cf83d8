import type { Template } from 'aws-cdk-lib/assertions';
import { PRODUCTION, synthesize } from './app';

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

test('the production template is the reviewed one', () => {
  expect(masked(synthesize(PRODUCTION).payments)).toMatchSnapshot('PaymentsStack');
});

test('production deploys no test acquirer', () => {
  expect(synthesize(PRODUCTION).acquirer).toBeUndefined();
});
