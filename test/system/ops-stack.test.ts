import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { logged } from '../../testing/logged';
import { operator, payment } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';
import { typed } from '../../testing/typed';

/** Answers `DescribeStacks` as CloudFormation does, with the simulator's outputs. */
function cloudFormation(outputs: Record<string, string>): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const name = new URLSearchParams(body).get('StackName');
      const found = name === 'PaymentsStack' || name === 'AcquirerStack';
      response.writeHead(found ? 200 : 400, { 'content-type': 'text/xml' });
      response.end(found ? description(outputs) : notFound(name));
    });
  });
}

const description = (outputs: Record<string, string>): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};
const notFound = (name: string | null): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;

const environment = { ...process.env };
let simulator: TestSimulator;
let stacks: Server;

beforeAll(async () => {
  simulator = await startForTest();
  stacks = cloudFormation(simulator.outputs);
  await new Promise<void>((resolve) => stacks.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'operator',
    AWS_ENDPOINT_URL: simulator.addresses.aws,
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(stacks.address() as AddressInfo).port}`,
  });
}, 120_000);
afterAll(async () => {
  process.env = environment;
  stacks?.close();
  await simulator?.close();
});

const onAws = (command: string) => typed([...command.split(' '), '--stack', 'PaymentsStack', '--region', 'eu-central-1']);

it('shows a payment of a stack', async () => {
  const shop = operator(simulator);
  await shop.post(payment('ord-1'));
  await shop.settled('ord-1');
  expect(await onAws('payments show ord-1')).toEqual({
    stdout: expect.stringMatching(/^ord-1: charged\n/),
    stderr: 'Target: stack PaymentsStack in eu-central-1\n',
    exitCode: 0,
  });
});

it("finds the acquirer's books in the acquirer's own stack", async () => {
  expect((await onAws('acquirer books ord-0')).stdout).toBe('ord-0 was not charged.\n');
});

it('asks the redrive function in the name of the caller', async () => {
  expect(await onAws('dlq preview')).toMatchObject({ stdout: expect.stringMatching(/^DLQ: 0 visible/), exitCode: 0 });
  expect(await logged('redrive', simulator.data)).toContain('"requestedBy":"user/local"');
});

it('says that there is no such stack', async () => {
  expect(await typed(['dlq', 'preview', '--stack', 'Other', '--region', 'eu-central-1'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'ops: There is no stack Other in Region eu-central-1: check --stack, --region and --profile.\n',
  });
});

it('says which profile it uses', async () => {
  const file = join(simulator.data, 'credentials');
  writeFileSync(file, '[operator]\naws_access_key_id = operator\naws_secret_access_key = operator\nregion = eu-north-1\n');
  process.env.AWS_SHARED_CREDENTIALS_FILE = file;
  // Beside a profile the SDK would warn of it.
  delete process.env.AWS_ACCESS_KEY_ID;
  expect(await typed(['dlq', 'preview', '--stack', 'PaymentsStack', '--profile', 'operator'])).toMatchObject({
    stderr: 'Target: stack PaymentsStack in eu-north-1 (profile operator)\n',
    exitCode: 0,
  });
});
