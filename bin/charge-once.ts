import { AcquirerStack } from '@charge-once/acquirer';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ConfigurationError } from '../lib/configuration-error';
import { PaymentsStack } from '../lib/payments-stack';
import { readSettings } from '../lib/settings';

try {
  const app = new App();
  const settings = readSettings(app.node.getAllContext());

  // With a Stripe key the payments go to Stripe and there is no test acquirer to deploy.
  const acquirer = settings.stripeSecretName === undefined ? new AcquirerStack(app, 'AcquirerStack') : undefined;
  new PaymentsStack(app, 'PaymentsStack', { settings, testAcquirer: acquirer?.provider });
  // Any finding that its construct does not acknowledge with a reason fails the synthesis.
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  // Whoever mistyped a setting needs the sentence, not a stack trace.
  console.error(error.message);
  // At once: on a normal exit the CDK synthesizes what there is, and prints its own account of the failure.
  process.exit(1);
}
