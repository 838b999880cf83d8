import { problemAnswer, within } from '../../../functions/shared/http';

describe('a problem', () => {
  it.each([
    [
      { type: 'invalid-request', errors: [{ path: '/amount', message: 'is required' }] },
      400,
      '{"type":"invalid-request","title":"The request breaks a rule of the API","status":400,"errors":[{"path":"/amount","message":"is required"}]}',
    ],
    [{ type: 'payment-not-found' }, 404, '{"type":"payment-not-found","title":"No payment was accepted for this order","status":404}'],
    [
      { type: 'attempt-not-allowed', detail: 'why' },
      409,
      '{"type":"attempt-not-allowed","title":"This attempt may not be made now","status":409,"detail":"why"}',
    ],
    [
      { type: 'payload-too-large', detail: 'why' },
      413,
      '{"type":"payload-too-large","title":"The body is too large","status":413,"detail":"why"}',
    ],
    [
      { type: 'unsupported-media-type', detail: 'why' },
      415,
      '{"type":"unsupported-media-type","title":"The body must be plain application/json in UTF-8","status":415,"detail":"why"}',
    ],
    [
      { type: 'idempotency-mismatch', detail: 'why' },
      422,
      '{"type":"idempotency-mismatch","title":"The same key was used for something else","status":422,"detail":"why"}',
    ],
  ] as const)('%j is answered with %d', (problem, statusCode, body) => {
    expect(problemAnswer(problem)).toEqual({ statusCode, headers: { 'Content-Type': 'application/problem+json' }, body });
  });

  it('that will pass says after how many seconds to try again', () => {
    expect(problemAnswer({ type: 'temporarily-unavailable' })).toEqual({
      statusCode: 503,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '5' },
      body: '{"type":"temporarily-unavailable","title":"Nothing was promised; send the same request again","status":503}',
    });
  });
});

describe('within', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the work’s own result when it is done in time, and leaves no timer behind', async () => {
    expect(await within(1000, Promise.resolve('done'), () => 'late')).toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is the fallback once the time has passed, not before', async () => {
    let answer: string | undefined;
    const waiting = within(1000, new Promise<string>(() => undefined), () => 'late').then((value) => {
      answer = value;
    });
    await jest.advanceTimersByTimeAsync(999);
    expect(answer).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    await waiting;
    expect(answer).toBe('late');
  });

  it('fails as the work does, and leaves no timer behind', async () => {
    await expect(within(1000, Promise.reject(new Error('refused')), () => 'late')).rejects.toThrow('refused');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not end the process when the work fails after the fallback was given', async () => {
    const unhandled = jest.fn();
    process.once('unhandledRejection', unhandled);
    const work = new Promise<string>((_, reject) => setTimeout(() => reject(new Error('refused')), 2000));
    const answer = within(1000, work, () => 'late');
    await jest.advanceTimersByTimeAsync(3000);
    jest.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('unhandledRejection', unhandled);
    expect(await answer).toBe('late');
    expect(unhandled).not.toHaveBeenCalled();
  });
});
