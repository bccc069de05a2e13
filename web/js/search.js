// Players, teams and leagues by two letters or more, accents or none.

import { ask } from './api.js';
import { el, icon, keep } from './dom.js';
import { keyOfFixture, makeFixture, updateFixture } from './fixture.js';
import { keyOf, makeGoalCard, updateGoalCard } from './goal.js';
import { nothing } from './notices.js';
import { addressOf, go, place } from './place.js';
import { oneIfSecret } from './secrecy.js';
import { ofTeam } from './store.js';

const PAUSE = 250;
const SHORTEST = 2;
const TEAMS_SHOWN = 3;
const NOTHING = { leagues: [], goals: [], fixtures: [] };

const box = el('input', { type: 'search', 'aria-label': 'Player, team or league', placeholder: 'Player, team or league', autocomplete: 'off', enterkeyhint: 'search', maxlength: '60' });
const leagues = el('div.filters');
const goals = el('div.cards');
const fixtures = el('div.cards.fixtures');
const said = el('div', { 'aria-live': 'polite' });
export const section = el('section', { 'aria-label': 'Search' }, el('h2.unseen', {}, 'Search'), el('div.box', {}, icon('search'), box), leagues, said, goals, fixtures);

let waiting = 0;
let asked = null;
let found = NOTHING;

box.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => go({ q: box.value.trim() }), PAUSE);
});

export const arrive = () => box.focus({ preventScroll: true });

export function update() {
  const { q, view } = place();
  if (view === 'search' && q !== asked) look(q);
  else show();
}

/** What changed may have changed here too. */
export function again() {
  if (asked) look(asked);
}

async function look(q) {
  asked = q;
  if (document.activeElement !== box) box.value = q;
  if (q.length < SHORTEST) return tell(NOTHING, nothing('Find a goal', 'Two letters or more: mbappe finds Mbappé, atletico finds Atlético.'));
  let answer;
  try {
    answer = await ask('search', { query: { q } });
    const ofTeams = await Promise.all(answer.teams.slice(0, TEAMS_SHOWN).map(({ id }) => ofTeam(id)));
    answer.fixtures = [...new Map(ofTeams.flat().map((fixture) => [fixture.match.id, fixture])).values()];
  } catch (refusal) {
    return q === asked && tell(NOTHING, nothing('The search failed', refusal.message));
  }
  if (q !== asked) return;
  const none = !answer.goals.length && !answer.fixtures.length && !answer.leagues.length;
  tell(answer, none ? nothing(`Nothing about “${q}”`, 'Among the matches of the last two weeks and the coming days.') : null);
}

function tell(answer, text) {
  found = answer;
  said.replaceChildren(...(text ? [text] : []));
  show();
}

function show() {
  keep(leagues, found.leagues, ({ id }) => id, leagueLink, () => {});
  keep(goals, oneIfSecret(found.goals), keyOf, makeGoalCard, updateGoalCard);
  keep(fixtures, found.fixtures, keyOfFixture, makeFixture, updateFixture);
}

const leagueLink = ({ id, name }) => el('a.chip', { href: addressOf({ view: 'matches', league: String(id), q: '' }) }, name);
