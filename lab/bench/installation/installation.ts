import './quiet';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { loadTemplates } from '@charge-once/simulator/templates';
import type { FunctionDefinition } from '@charge-once/simulator/types';
import { ENV } from '../../../contract/names';
import type { Payments } from '../../../functions/shared/payments';
import { dynamoDbPayments } from '../../../functions/shared/payments.dynamodb';
import { acquirerAccess } from '../../../ops/client/acquirer';
import { clientOf } from '../../start/client';
import type { Simulator } from '../../start/start';
import { synthesize } from '../../start/synth';
import { startTemporarySimulator } from '../../start/temporary-simulator';
import { type BenchAcquirer, startAcquirer } from './acquirer';
import { type Bundle, bundlePeers, type Peer } from './assembly';

/** The simulator's engines, with an acquirer whose latency and faults the bench sets, and the functions to be measured on them. */
export interface Installation {
  readonly simulator: Simulator;
  readonly acquirer: BenchAcquirer;
  /** The test acquirer's. */
  readonly apiKey: string;
  /** The functions of the synthesized stacks, by folder; the charge function calls the bench's acquirer. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /** The charge function's environment and rights with a peer's code. */
  peer(name: Peer, environment?: Readonly<Record<string, string>>): FunctionDefinition;
  readonly payments: Payments;
  close(): Promise<void>;
}

export async function openInstallation(assembly: string, peers: Readonly<Record<Peer, Bundle>>): Promise<Installation> {
  const simulator = await startTemporarySimulator({ assembly, quiet: true });
  const { target } = clientOf(simulator);
  const { apiKey } = await acquirerAccess(target);
  const acquirer = await startAcquirer(apiKey);
  const deployment = loadTemplates({ assembly, awsEndpoint: simulator.awsEndpoint, apiBase: () => simulator.acquirerUrl });
  const functions = new Map(
    deployment.functions.map((definition) => {
      const environment = { ...definition.environment };
      if (ENV.providerUrl in environment) environment[ENV.providerUrl] = acquirer.url;
      return [definition.folder, { ...definition, environment }];
    }),
  );
  const charge = functions.get('charge')!;
  return {
    simulator,
    acquirer,
    apiKey,
    functions,
    peer: (name, environment = {}) => ({ ...charge, ...peers[name], environment: { ...charge.environment, ...environment } }),
    payments: dynamoDbPayments(new DynamoDBClient(target.client), charge.environment[ENV.paymentsTable]!),
    async close() {
      await acquirer.close();
      await simulator.close();
    },
  };
}

export interface Assemblies {
  /** Cloud assembly of the stacks. */
  readonly stacks: string;
  readonly peers: Readonly<Record<Peer, Bundle>>;
  remove(): void;
}

/** Synthesizes what is measured, once for the whole run. */
export async function synthesizeAll(): Promise<Assemblies> {
  const folder = mkdtempSync(join(tmpdir(), 'charge-once-bench-assembly-'));
  const stacks = join(folder, 'stacks');
  await synthesize({ outdir: stacks });
  return { stacks, peers: bundlePeers(join(folder, 'peers')), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
