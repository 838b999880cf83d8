import { AWS_CALL_TIMEOUT_SECONDS } from './limits';

/** Settings of every AWS client: each try is bounded, also where an answer stops half-way, and repeated once. */
export const AWS_CLIENT_CONFIG = {
  maxAttempts: 2,
  // A sixth of a call's processor time otherwise goes into sorting the same middleware again.
  cacheMiddleware: true,
  requestHandler: {
    requestTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    socketTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    connectionTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000,
    throwOnRequestTimeout: true,
  },
};
