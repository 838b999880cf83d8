import { AWS_CALL_TIMEOUT_SECONDS } from '../../contract/windows';

/**
 * Settings of every AWS client: each try is bounded and repeated once. Deliveries bring their own retries, so more of them here would
 * only hold the invocation.
 */
export const AWS_CLIENT_CONFIG = {
  maxAttempts: 2,
  // A sixth of a call's processor time otherwise goes into sorting the same middleware again; nothing here changes it between calls.
  cacheMiddleware: true,
  requestHandler: {
    // Until the answer begins, and between two pieces of it: an answer that stops half-way would otherwise hold the whole batch.
    requestTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    socketTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    connectionTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    throwOnRequestTimeout: true,
  },
};
