import { AcquirerStack } from '@charge-once/acquirer';
import { App, CfnOutput } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { ChargeWorker } from '../../lib/charge-worker';
import { PaymentsStack } from '../../lib/payments-stack';
import { readSettings } from '../../lib/settings';
import { BrokenStack } from './broken-stack';

/** The stacks as they ship, and beside them what many teams ship instead, under one acquirer whose books judge both. */
const app = new App();
const settings = readSettings({});
const { provider } = new AcquirerStack(app, 'AcquirerStack');
const payments = new PaymentsStack(app, 'PaymentsStack', { settings, testAcquirer: provider });
new BrokenStack(app, 'BrokenStack', provider);
renameChargeFunction(payments);
app.synth();

/** The charge function once more under another name: what a deploy that renames it would run, on the same tables. */
function renameChargeFunction(stack: PaymentsStack): void {
  const worker = stack.node.findChild('ChargeWorker') as ChargeWorker;
  const shipped = worker.function.node.defaultChild as CfnFunction;
  const renamed = new CfnFunction(stack, 'RenamedChargeFunction', {
    code: shipped.code,
    handler: shipped.handler,
    role: shipped.role,
    runtime: shipped.runtime,
    memorySize: shipped.memorySize,
    timeout: shipped.timeout,
    environment: shipped.environment,
  });
  renamed.addPropertyOverride('Environment.Variables.POWERTOOLS_SERVICE_NAME', 'charge-renamed');
  new CfnOutput(stack, 'RenamedChargeFunctionName', { value: renamed.ref });
}
