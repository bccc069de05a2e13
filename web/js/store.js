// The matches this page knows, by id, each with its goals. Views read them; the stream says which are old.

import { ask, Refusal } from './api.js';

const TOGETHER = 6;

const fixtures = new Map();
const listeners = new Set();

export const onFixtures = (listener) => listeners.add(listener);
export const known = (id) => fixtures.get(Number(id));
export const all = () => [...fixtures.values()];

/** The day on which a match begins, as the API counts days. */
export const dayOf = ({ match }) => match.kickoff?.slice(0, 10) ?? null;

/** Every goal with its match, the newest first; those just taken back are among them. */
export function goalsByAge() {
  const pairs = all().flatMap(({ match, goals }) => goals.map((goal) => ({ match, goal })));
  return pairs.sort((one, other) => Date.parse(other.goal.first_seen) - Date.parse(one.goal.first_seen));
}

function tell() {
  for (const listener of listeners) listener();
}

const put = (fixture) => fixtures.set(fixture.match.id, fixture);

/** The matches of a day, whole: one that was moved to another day is no longer among them. */
export async function loadDay(date) {
  const { fixtures: found } = await ask('fixtures', { query: { date } });
  for (const [id, fixture] of fixtures) if (dayOf(fixture) === date) fixtures.delete(id);
  found.forEach(put);
  tell();
}

export async function loadLive() {
  const { fixtures: found } = await ask('fixtures', { query: { live: true } });
  found.forEach(put);
  tell();
}

export async function ofTeam(team) {
  return (await ask('fixtures', { query: { team } })).fixtures;
}

/** Asks again about those that are older than what the stream says of them; answers with these. */
export async function refresh(told) {
  const old = told.filter(({ id, stamp }) => !fixtures.has(id) || fixtures.get(id).match.stamp < stamp).map(({ id }) => id);
  const waiting = [...old];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await refreshOne(id);
  };
  await Promise.all(Array.from({ length: Math.min(TOGETHER, waiting.length) }, worker));
  if (old.length) tell();
  return old;
}

async function refreshOne(id) {
  try {
    put(await ask(`fixtures/${id}`));
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 404) throw refusal;
    fixtures.delete(id);
  }
}
