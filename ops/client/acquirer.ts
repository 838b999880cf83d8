import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type AcquirerClient, AcquirerError, acquirerClient } from '@charge-once/acquirer/client';
import { OperationError } from '../operation-error';
import { outputOf, type Target } from '../target';

/** The test acquirer of an installation, called with the key from its secret. */
export async function connectAcquirer(target: Target): Promise<AcquirerClient> {
  const outputs = await target.acquirerOutputs();
  const url = outputOf(outputs, 'AcquirerUrl', target);
  const SecretId = outputOf(outputs, 'AcquirerSecretName', target);
  const { SecretString: apiKey = '' } = await new SecretsManagerClient(target.client).send(new GetSecretValueCommand({ SecretId }));
  const client = acquirerClient({ url, apiKey, timeoutMs: target.client.requestHandler.requestTimeout });
  return {
    faults: () => told(client.faults()),
    setFault: (fault) => told(client.setFault(fault)),
    charges: (orderId) => told(client.charges(orderId)),
  };
}

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof AcquirerError ? new OperationError(error.message) : error;
  }
}
