// The newest goals of all matches. A new one appears at the top, or behind a button while a clip plays.

import { el, reconcile, setText } from './dom.js';
import { isFiltered, makeFilters, matchesGoal } from './filters.js';
import { keyOf, makeGoalCard, updateGoalCard } from './goal.js';
import { nothing } from './notices.js';
import { go } from './route.js';
import { isPlaying } from './player.js';
import { hideGoalCount } from './spoilers.js';
import { all, newestGoals } from './store.js';
import { plural } from './format.js';

const TOP_PIXELS = 120;
const MAX_GOALS = 60;

const filters = makeFilters();
const fresh = el('button.fresh', { hidden: true, onclick: () => showAll() });
const list = el('div.cards', { 'aria-busy': 'true' });
const empty = el('div');
export const section = el('section', { 'aria-label': 'Newest goals' }, el('h2.unseen', {}, 'Newest goals'), filters.node, fresh, list, empty);

let shownIds = new Set();
let isLoaded = false;

const isReading = () => !section.hidden && (scrollY > TOP_PIXELS || isPlaying());

/** A corrected scorer changes a goal's id; such a goal is shown at once. */
const isNew = ({ goal }) => isLoaded && !shownIds.has(goal.id) && !goal.earlier_scorers.length;

const goalsToShow = () => hideGoalCount(newestGoals().filter((pair) => matchesGoal(pair))).slice(0, MAX_GOALS);

export function update() {
  filters.update(all());
  const pairs = goalsToShow();
  const hidden = isReading() ? pairs.filter(isNew) : [];
  setText(fresh, `${plural(hidden.length, 'new goal')} ↑`);
  fresh.hidden = !hidden.length;
  draw(pairs.filter((pair) => !hidden.includes(pair)));
}

function draw(pairs) {
  reconcile(list, pairs, keyOf, makeGoalCard, updateGoalCard);
  if (isLoaded) for (const node of list.children) node.classList.toggle('arrives', !shownIds.has(node.dataset.key));
  shownIds = new Set(pairs.map(keyOf));
  empty.replaceChildren(...(pairs.length || !isLoaded ? [] : [whyEmpty()]));
}

export function showAll() {
  fresh.hidden = true;
  draw(goalsToShow());
  scrollTo({ top: 0 });
}

/** Mark the first load as finished: later goals are new. */
export function ready() {
  list.setAttribute('aria-busy', 'false');
  draw(goalsToShow());
  isLoaded = true;
  update();
}

function whyEmpty() {
  if (isFiltered()) {
    const show = el('button.again', { onclick: () => go({ league: null, teams: [], clip: false, verified: false }) }, 'Show all goals');
    return nothing('Nothing with these filters', 'Other goals may exist. Clear the filters to see them.', show);
  }
  const matches = el('button.again', { onclick: () => go({ view: 'matches' }) }, 'Matches of the day');
  return nothing('No goals yet', 'Goals appear here automatically, seconds after they are confirmed.', matches);
}
