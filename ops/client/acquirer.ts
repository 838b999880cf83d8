import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type AcquirerAccess, type AcquirerClient, AcquirerError, acquirerClient } from '@charge-once/acquirer/client';
import { OperationError } from '../operation-error';
import { outputOf, type Target } from './target';

/** Where the test acquirer of an installation is, and the key from its secret. */
export async function acquirerAccess(target: Target): Promise<AcquirerAccess> {
  const outputs = await target.acquirerOutputs();
  const url = outputOf(outputs, 'AcquirerUrl', target);
  const SecretId = outputOf(outputs, 'AcquirerSecretName', target);
  const { SecretString: apiKey = '' } = await new SecretsManagerClient(target.client).send(new GetSecretValueCommand({ SecretId }));
  return { url, apiKey, timeoutMs: target.client.requestHandler.requestTimeout };
}

/** The test acquirer of an installation. Reads the key with the first call. Throws `OperationError` when it refuses. */
export function acquirerOf(target: Target): AcquirerClient {
  let connected: Promise<AcquirerClient> | undefined;
  async function told<T>(call: (client: AcquirerClient) => Promise<T>): Promise<T> {
    connected ??= acquirerAccess(target).then(acquirerClient);
    try {
      return await call(await connected);
    } catch (error) {
      throw error instanceof AcquirerError ? new OperationError(error.message) : error;
    }
  }
  return {
    faults: () => told((client) => client.faults()),
    setFault: (fault) => told((client) => client.setFault(fault)),
    charges: (orderId) => told((client) => client.charges(orderId)),
  };
}
