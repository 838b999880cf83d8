import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { OperationError } from '../operation-error';
import { outputOf, type Target } from '../target';

export interface Fault {
  readonly mode: string;
  readonly orderId?: string;
  readonly times?: number;
}

/** A charge in the acquirer's books. */
export interface Charge {
  readonly attempt: number;
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string;
  /** ISO 8601. */
  readonly chargedAt: string;
}

export interface AcquirerClient {
  /** Sets or clears a fault, and returns those in force. */
  setFault(fault: Fault): Promise<readonly Fault[]>;
  /** What an order was charged, oldest first. */
  charges(orderId: string): Promise<readonly Charge[]>;
}

/** Charges of one answer, the most that it holds: one for each attempt that an order may have, and one more. */
const PAGE_SIZE = 100;

/** The test acquirer, called with its own key. */
export async function acquirerClient(target: Target): Promise<AcquirerClient> {
  const outputs = await target.acquirerOutputs();
  const base = outputOf(outputs, 'AcquirerUrl', target);
  const SecretId = outputOf(outputs, 'AcquirerSecretName', target);
  const { SecretString: secret = '' } = await new SecretsManagerClient(target.client).send(new GetSecretValueCommand({ SecretId }));

  async function list<Entry>(path: string, request: RequestInit = {}): Promise<readonly Entry[]> {
    const response = await fetch(new URL(`test_helpers/${path}`, base), {
      ...request,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(target.client.requestHandler.requestTimeout),
    });
    const answer = (await response.json().catch(() => ({}))) as { data?: Entry[]; error?: { message?: string } };
    if (response.ok && answer.data) return answer.data;
    throw new OperationError(`The acquirer answered ${response.status}: ${answer.error?.message ?? 'it gave no reason'}`);
  }

  return {
    setFault: (fault) => list('faults', { method: 'POST', body: JSON.stringify(fault) }),
    charges: (orderId) => list(`charges?limit=${PAGE_SIZE}&orderId=${orderId}`),
  };
}
