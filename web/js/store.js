// Store of matches with their goals. Views read it; the stream says what is out of date.

import { ask, Refusal } from './api.js';

const PARALLEL = 6;

const fixtures = new Map();
const listeners = new Set();

export const onFixtures = (listener) => listeners.add(listener);
export const fixtureById = (id) => fixtures.get(Number(id));
export const all = () => [...fixtures.values()];

/** The UTC day of a match. */
export const dayOf = ({ match }) => match.kickoff?.slice(0, 10) ?? null;

/** Return all goals with their match, newest first, including those just removed. */
export function newestGoals() {
  const pairs = all().flatMap(({ match, goals }) => goals.map((goal) => ({ match, goal })));
  return pairs.sort((one, other) => Date.parse(other.goal.first_seen) - Date.parse(one.goal.first_seen));
}

function notify() {
  for (const listener of listeners) listener();
}

const put = (fixture) => fixtures.set(fixture.match.id, fixture);

/** Replace the matches of a day, so that postponed ones disappear. */
export async function loadDay(date) {
  const { fixtures: loaded } = await ask('fixtures', { query: { date } });
  for (const [id, fixture] of fixtures) if (dayOf(fixture) === date) fixtures.delete(id);
  loaded.forEach(put);
  notify();
}

export async function loadLive() {
  const { fixtures: loaded } = await ask('fixtures', { query: { live: true } });
  loaded.forEach(put);
  notify();
}

export async function fixturesOfTeam(team) {
  return (await ask('fixtures', { query: { team } })).fixtures;
}

/** Reload fixtures that are older than their stamp in the stream; return their ids. */
export async function refresh(stamps) {
  const outdated = stamps.filter(({ id, stamp }) => !fixtures.has(id) || fixtures.get(id).match.stamp < stamp).map(({ id }) => id);
  const queue = [...outdated];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await refreshOne(id);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, worker));
  if (outdated.length) notify();
  return outdated;
}

async function refreshOne(id) {
  try {
    put(await ask(`fixtures/${id}`));
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 404) throw refusal;
    fixtures.delete(id);
  }
}
