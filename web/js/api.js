// One door to the API: typed failures and a limit in time.

const ROOT = '/api/v1';
const PATIENCE = 15_000;

/** What the API refused, or that it could not be reached (status 0). */
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
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Refusal(0, 'The server cannot be reached.');
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.title ?? `The server answered ${answer.status}.`, told.detail);
  return told;
}

function queryOf(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}
