import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SecretDefinition } from '../cloudformation/deployment';
import { AwsError, type AwsService } from '../types';
import { generateSecret } from './generate-secret';

interface StoredSecret {
  name: string;
  arn: string;
  value: string;
  versionId: string;
  /** Epoch seconds. */
  createdDate: number;
}

export interface Secrets extends AwsService {
  /** ARN of a secret given by name, ARN or ARN without the six random characters, as the API takes it. */
  arn(secretId: unknown): string | undefined;
  /** Current value by name or ARN. */
  value(secretId: string): string | undefined;
}

/** Secrets of the templates, generated once and kept in `file`, which only its owner may read. */
export function createSecrets(options: { definitions: readonly SecretDefinition[]; file?: string; now: () => number }): Secrets {
  const stored = new Map(load(options.file).map((secret) => [secret.arn, secret]));
  const secrets = options.definitions.map(
    (definition): StoredSecret =>
      stored.get(definition.arn) ?? {
        name: definition.name,
        arn: definition.arn,
        value: definition.value ?? generateSecret(definition.generate ?? {}),
        versionId: randomUUID(),
        createdDate: options.now() / 1000,
      },
  );
  if (options.file) save(options.file, secrets);

  const find = (id: unknown) => secrets.find(({ name, arn }) => id === name || id === arn || id === arn.slice(0, -7));
  return {
    arn: (id) => find(id)?.arn,
    value: (id) => find(id)?.value,
    handle: async (action, input) => {
      if (action === 'ListSecrets') return { SecretList: secrets.map(description) };
      if (action !== 'GetSecretValue' && action !== 'DescribeSecret') {
        throw new AwsError('UnknownOperationException', `The simulator does not offer secretsmanager:${action}.`);
      }
      const secret = find(input.SecretId);
      if (!secret) throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      return action === 'DescribeSecret' ? description(secret) : value(secret);
    },
  };
}

function value(secret: StoredSecret): Record<string, unknown> {
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: secret.versionId,
    SecretString: secret.value,
    VersionStages: ['AWSCURRENT'],
    CreatedDate: secret.createdDate,
  };
}

function description(secret: StoredSecret): Record<string, unknown> {
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionIdsToStages: { [secret.versionId]: ['AWSCURRENT'] },
    CreatedDate: secret.createdDate,
  };
}

function load(file: string | undefined): StoredSecret[] {
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredSecret[]) : [];
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
function save(file: string, secrets: StoredSecret[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
