import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Charge, readBooks } from '../../simulator/control/acquirer-books';
import { OperationError } from '../operation-error';
import { outputOf, type Target } from '../target';

export interface Fault {
  readonly mode: string;
  readonly orderId?: string;
  readonly times?: number;
}

export interface AcquirerClient {
  /** Sets or clears a fault, and returns those in force. */
  setFault(fault: Fault): Promise<readonly Fault[]>;
  /** What was charged, oldest first; of all orders without an id. */
  books(orderId: string | null): Promise<Charge[]>;
}

/** The test acquirer, called with its own key. */
export async function acquirerClient(target: Target): Promise<AcquirerClient> {
  const outputs = await target.acquirerOutputs();
  const url = outputOf(outputs, 'AcquirerUrl', target);
  const SecretId = outputOf(outputs, 'AcquirerSecretName', target);
  const { SecretString: secret = '' } = await new SecretsManagerClient(target.client).send(new GetSecretValueCommand({ SecretId }));
  return {
    async setFault(fault) {
      const response = await fetch(new URL('test_helpers/faults', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(fault),
        signal: AbortSignal.timeout(target.client.requestHandler.requestTimeout),
      });
      const answer = (await response.json().catch(() => ({}))) as { data?: Fault[]; error?: { message?: string } };
      if (response.ok && answer.data) return answer.data;
      throw new OperationError(`The acquirer answered ${response.status}: ${answer.error?.message ?? 'it gave no reason'}`);
    },
    books: (orderId) => readBooks({ url, secret }, orderId),
  };
}
