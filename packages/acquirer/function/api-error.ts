/** Body of an error in Stripe's API: `{ error: … }` (docs.stripe.com/api/errors). */
export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly [member: string]: unknown;
}

/** An answer other than 200. Whether it is kept under the idempotency key is decided by who throws it, not here. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(statusCode: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super(body.message);
    this.statusCode = statusCode;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` } : body;
    this.headers = headers;
  }
}

/** Stripe tells clients not to repeat what cannot end differently, and to repeat what only met another request. */
const NO_RETRY = { 'Stripe-Should-Retry': 'false' };
const RETRY = { 'Stripe-Should-Retry': 'true' };

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more }, NO_RETRY);

export const notFound = (message: string, more: { code?: string; param?: string } = {}): ApiError =>
  new ApiError(404, { type: 'invalid_request_error', message, ...more }, NO_RETRY);

export const unauthorized = (message: string): ApiError =>
  new ApiError(401, { type: 'invalid_request_error', message }, { 'WWW-Authenticate': 'Bearer realm="Stripe"' });

export const noSuchIntent = (id: string): ApiError =>
  // An id of any other shape is not repeated: whatever was put there by mistake stays out of the answer.
  notFound(`No such payment_intent${/^pi_\w{1,64}$/.test(id) ? `: '${id}'` : ''}`, { code: 'resource_missing', param: 'intent' });

export const noSuchPaymentMethod = (id: string): ApiError =>
  invalidRequest(`No such PaymentMethod${/^pm_[A-Za-z_]{1,64}$/.test(id) ? `: '${id}'` : ''}`, {
    code: 'resource_missing',
    param: 'payment_method',
  });

export const keyReused = (): ApiError =>
  new ApiError(
    400,
    {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using another key if you meant to execute a different request.',
    },
    NO_RETRY,
  );

export const keyInUse = (): ApiError =>
  new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
    },
    RETRY,
  );

export const lockTimeout = (): ApiError =>
  new ApiError(
    429,
    {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message: 'This object cannot be accessed right now because another API request is currently accessing it. Please try again later.',
    },
    RETRY,
  );

export const rateLimited = (): ApiError =>
  new ApiError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded. Please try again later.' });

export const serverError = (): ApiError =>
  new ApiError(500, { type: 'api_error', message: 'An unknown error occurred. The request was not carried out.' }, NO_RETRY);

export const unavailable = (): ApiError => new ApiError(503, { type: 'api_error', message: 'The service is down. Nothing was done.' });
