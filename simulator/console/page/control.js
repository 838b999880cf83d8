/** Sends a request and reads its JSON. Rejects with what the problem says for people. */
async function ask(path, init) {
  const response = await fetch(path, init);
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return { status: response.status, headers: response.headers, body };
  const error = new Error(body?.detail ?? body?.title ?? `the answer was ${response.status}`);
  throw Object.assign(error, { status: response.status });
}

const json = (method, body) => ({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** The control endpoints, as README lists them. */
export const control = {
  get: async (path) => (await ask(`/_simulator${path}`)).body,
  post: async (path, body = {}) => (await ask(`/_simulator${path}`, json('POST', body))).body,
};

/** The payments API, without the stage in the path. */
export const api = {
  submit: (payment) => ask('/payments', json('POST', payment)),
  /** Undefined for an order that was never accepted, or that a forged message names and nobody could. */
  read: async (orderId) => {
    try {
      return (await ask(`/payments/${encodeURIComponent(orderId)}`)).body;
    } catch (error) {
      if (error.status >= 400 && error.status < 500) return undefined;
      throw error;
    }
  },
};
