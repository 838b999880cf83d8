import { AcquirerStack } from '@charge-once/acquirer';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkJson from '../../cdk.json';
import { PaymentsStack } from '../../lib/payments-stack';
import { readSettings } from '../../lib/settings';

// Validation of the templates takes four fifths of a synthesis. One test turns it on; `cdk synth` always has it.
process.env.CDK_VALIDATION ??= 'false';

/** Settings of an API that only these interface endpoints reach. */
export const PRIVATE = { vpcEndpointIds: 'vpce-0123456789abcdef0,vpce-0fedcba9876543210' };

/** Part of a template: untyped JSON, as the CDK returns it. */
export type Json = ReturnType<Template['toJSON']>;

export interface Resource {
  readonly Type: string;
  readonly Properties: Json;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** Settings of a deployment that takes real payments. */
export const PRODUCTION = { stage: 'production', stripeSecretName: 'stripe/api-key' };

/** The app as `cdk synth` builds it with these settings, functions not bundled. */
export function buildApp(settings: Record<string, string> = {}): {
  app: App;
  payments: PaymentsStack;
  acquirer: AcquirerStack | undefined;
} {
  const app = new App({ analyticsReporting: false, context: { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], ...settings } });
  const read = readSettings(app.node.getAllContext());
  const acquirer = read.stripeSecretName === undefined ? new AcquirerStack(app, 'AcquirerStack') : undefined;
  const payments = new PaymentsStack(app, 'PaymentsStack', { settings: read, testAcquirer: acquirer?.provider });
  return { app, payments, acquirer };
}

/** The templates that `cdk synth` would write with these settings. */
export function synthesize(settings: Record<string, string> = {}): { payments: Template; acquirer: Template | undefined } {
  const { payments, acquirer } = buildApp(settings);
  return { payments: Template.fromStack(payments), acquirer: acquirer && Template.fromStack(acquirer) };
}

/** Resources of a type by logical id. */
export const resourcesOf = (template: Template, type: string): Record<string, Resource> =>
  Object.fromEntries(Object.entries<Resource>(template.toJSON().Resources).filter(([, resource]) => resource.Type === type));

/** Properties of the one resource of a type whose logical id starts so. */
export function propertiesOf(template: Template, type: string, idPrefix: string): Json {
  const found = Object.entries(resourcesOf(template, type)).filter(([id]) => id.replace(/[0-9A-F]{8}$/, '') === idPrefix);
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type} are called ${idPrefix}`);
  return found[0]![1].Properties;
}
