// Search for players, teams and leagues, from two letters on, with or without accents.

import { ask } from './api.js';
import { el, icon, reconcile } from './dom.js';
import { keyOfFixture, makeFixture, updateFixture } from './fixture.js';
import { keyOf, makeGoalCard, updateGoalCard } from './goal.js';
import { nothing } from './notices.js';
import { addressOf, go, route } from './route.js';
import { hideGoalCount } from './spoilers.js';
import { fixturesOfTeam } from './store.js';

const TYPING_MS = 250;
const SHORTEST = 2;
const TEAMS_SHOWN = 3;
const NOTHING = { leagues: [], goals: [], fixtures: [] };

const box = el('input', { type: 'search', 'aria-label': 'Player, team or league', placeholder: 'Player, team or league', autocomplete: 'off', enterkeyhint: 'search', maxlength: '60' });
const leagues = el('div.filters');
const goals = el('div.cards');
const fixtures = el('div.cards.fixtures');
const message = el('div', { 'aria-live': 'polite' });
export const section = el('section', { 'aria-label': 'Search' }, el('h2.unseen', {}, 'Search'), el('div.box', {}, icon('search'), box), leagues, message, goals, fixtures);

let typingTimer = 0;
let query = null;
let results = NOTHING;

box.addEventListener('input', () => {
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => go({ q: box.value.trim() }), TYPING_MS);
});

export const arrive = () => box.focus({ preventScroll: true });

export function update() {
  const { q, view } = route();
  if (view === 'search' && q !== query) search(q);
  else draw();
}

/** Repeat the search, because goals changed. */
export function again() {
  if (query) search(query);
}

async function search(q) {
  query = q;
  if (document.activeElement !== box) box.value = q;
  if (q.length < SHORTEST) return showResults(NOTHING, nothing('Find a goal', 'Two letters or more: mbappe finds Mbappé, atletico finds Atlético.'));
  let answer;
  try {
    answer = await ask('search', { query: { q } });
    const ofTeams = await Promise.all(answer.teams.slice(0, TEAMS_SHOWN).map(({ id }) => fixturesOfTeam(id)));
    answer.fixtures = [...new Map(ofTeams.flat().map((fixture) => [fixture.match.id, fixture])).values()];
  } catch (refusal) {
    return q === query && showResults(NOTHING, nothing('The search failed', refusal.message));
  }
  if (q !== query) return;
  const none = !answer.goals.length && !answer.fixtures.length && !answer.leagues.length;
  showResults(answer, none ? nothing(`Nothing found for “${q}”`, 'The search covers the last two weeks and the coming days. Check the spelling.') : null);
}

function showResults(answer, text) {
  results = answer;
  message.replaceChildren(...(text ? [text] : []));
  draw();
}

function draw() {
  reconcile(leagues, results.leagues, ({ id }) => id, leagueLink, () => {});
  reconcile(goals, hideGoalCount(results.goals), keyOf, makeGoalCard, updateGoalCard);
  reconcile(fixtures, results.fixtures, keyOfFixture, makeFixture, updateFixture);
}

const leagueLink = ({ id, name }) => el('a.chip', { href: addressOf({ view: 'matches', league: String(id), q: '' }) }, name);
