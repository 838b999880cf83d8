import { join, resolve } from 'node:path';
import { runProgram } from '../../ops/command-line';
import { type CommandLine, readCommandLine } from './command-line';
import { type Simulator, startSimulator } from './start';
import { synthesize } from './synth';

async function main(args: string[]): Promise<void> {
  const options = readCommandLine(args);
  // While it starts there is nothing to close; leaving stops the CDK app.
  let stop = (): void => process.exit(0);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
  const simulator = await start(options);
  stop = () => {
    // The second signal must work when the first does not.
    stop = () => process.exit(1);
    void runProgram('charge-once', () => simulator.close()).then(() => process.exit(0));
  };
  simulator.lambda.warm();
  process.stdout.write(banner(simulator, options));
}

/** The CDK app takes seconds: it starts when folder and ports are known to be free, and runs while the database opens. */
function start({ data, fresh, port, awsPort, acquirerPort, context }: CommandLine): Promise<Simulator> {
  const assembly = (): Promise<string> => {
    process.stdout.write('Synthesizing the stacks …\n');
    return synthesize({ outdir: resolve(data, 'cdk.out'), context });
  };
  return startSimulator({ assembly, data, fresh, port, awsPort, acquirerPort });
}

function banner(simulator: Simulator, { data }: CommandLine): string {
  const payment = '{"orderId":"ord-1001","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';
  return `
  payments API   ${simulator.apiUrl}
  acquirer       ${simulator.acquirerUrl}
  AWS endpoint   ${simulator.awsEndpoint}   (AWS_ENDPOINT_URL for the AWS CLI and SDKs)
  control        ${simulator.controlUrl}/state
  console        ${simulator.consoleUrl}   (open it in a browser)
  data           ${data}   (logs of the functions in ${join(data, 'logs')})

  curl -i ${simulator.apiUrl}payments -H 'Content-Type: application/json' -d '${payment}'
  curl -s ${simulator.apiUrl}payments/ord-1001

charge-once is ready at ${simulator.apiUrl} (Ctrl-C stops it)
`;
}

void runProgram('charge-once', () => main(process.argv.slice(2)));
