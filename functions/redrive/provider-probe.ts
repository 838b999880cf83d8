import type { TransientCode } from '../../contract/failures';

/**
 * Asks the provider one question that changes nothing, to see whether it answers: after the charge of that id, or after any.
 *
 * @returns why it does not answer as it should; `undefined` when it does
 */
export type ProviderProbe = (chargeId?: string) => Promise<TransientCode | undefined>;
