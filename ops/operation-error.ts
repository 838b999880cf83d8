/** Something an operator can understand and act on. The message is one line and is shown as it stands. */
export class OperationError extends Error {}

/** Errors of SDK clients that say less than what is to be done about them. */
const ADVICE: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'There are no AWS credentials: name a profile with --profile, or log in (aws sso login).',
  ExpiredToken: 'The AWS credentials have expired: log in again.',
  ExpiredTokenException: 'The AWS credentials have expired: log in again.',
  UnrecognizedClientException: 'AWS does not know these credentials: name another profile with --profile.',
};

/** One line for whatever went wrong, without stack. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (error instanceof OperationError) return oneLine(error.message);
  if (ADVICE[error.name]) return ADVICE[error.name]!;
  if (error.message === 'Region is missing') return 'There is no AWS Region: name one with --region.';
  // `fetch failed` and the like keep the reason in the cause.
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const name = error.name === 'Error' ? '' : `${error.name}: `;
  return oneLine(`${name}${error.message || 'no reason given'}${cause}`);
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
