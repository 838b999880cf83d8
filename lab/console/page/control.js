/** Sends a request and reads its JSON. Rejects with a sentence for people, and with `status` when there was an answer. */
async function ask(path, init) {
  const response = await fetch(path, init).catch(() => {
    throw new Error('The simulator does not answer.');
  });
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return { status: response.status, headers: response.headers, body };
  throw Object.assign(new Error(sentenceOf(response.status, body)), { status: response.status });
}

/** What a problem says, with the members of the request that are wrong. */
function sentenceOf(status, { title = `The answer was ${status}`, detail, errors = [] } = {}) {
  const wrong = errors.map(({ path, message }) => `${path.replace('/', '')} ${message}`);
  return detail ?? [title, wrong.join('; ')].filter(Boolean).join(': ');
}

const json = (method, body) => ({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** The control endpoints, as README lists them. */
export const control = {
  get: async (path) => (await ask(`/_simulator${path}`)).body,
  post: async (path, body = {}) => (await ask(`/_simulator${path}`, json('POST', body))).body,
  /** Undefined for a payment that nothing was seen happening to. */
  timeline: (orderId) => unlessRefused(`/_simulator/payments/${encodeURIComponent(orderId)}/timeline`),
};

/** The payments API, without the stage in the path. */
export const api = {
  submit: (payment) => ask('/payments', json('POST', payment)),
  /** Undefined for an order that was never accepted, or that a forged message names and nobody could. */
  read: (orderId) => unlessRefused(`/payments/${encodeURIComponent(orderId)}`),
};

async function unlessRefused(path) {
  try {
    return (await ask(path)).body;
  } catch (error) {
    if (error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}
