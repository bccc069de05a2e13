// Client of the API with typed errors and a timeout.

const ROOT = '/api/v1';
const TIMEOUT_MS = 15_000;

/** An error response of the API; status 0 if the server cannot be reached. */
export class Refusal extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.status = status;
    this.title = title;
  }
}

export async function ask(path, { method = 'GET', body, key, query } = {}) {
  const address = `${ROOT}/${path}${queryOf(query)}`;
  const headers = { accept: 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let response;
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Refusal(0, 'The server cannot be reached. Check your connection.');
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, data.title ?? `The server returned ${response.status}.`, data.detail);
  return data;
}

function queryOf(query = {}) {
  const parameters = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return parameters.length ? `?${new URLSearchParams(parameters)}` : '';
}
