// The newest goals of all matches, one card each. A new one comes in at the top, unless somebody is watching below it.

import { el, keep, write } from './dom.js';
import { isFiltered, makeFilters, suitsGoal } from './filters.js';
import { keyOf, makeGoalCard, updateGoalCard } from './goal.js';
import { nothing } from './notices.js';
import { go } from './place.js';
import { isPlaying } from './player.js';
import { oneIfSecret } from './secrecy.js';
import { all, goalsByAge } from './store.js';
import { plural } from './words.js';

const AT_TOP = 120;
const MOST = 60;

const filters = makeFilters();
const fresh = el('button.fresh', { hidden: true, onclick: () => showAll() });
const list = el('div.cards', { 'aria-busy': 'true' });
const empty = el('div');
export const section = el('section', { 'aria-label': 'Newest goals' }, el('h2.unseen', {}, 'Newest goals'), filters.node, fresh, list, empty);

let shown = new Set();
let begun = false;

const isReading = () => !section.hidden && (scrollY > AT_TOP || isPlaying());

/** A corrected scorer gives a goal another id: it is the same one, and comes at once. */
const isNew = ({ goal }) => begun && !shown.has(goal.id) && !goal.earlier_scorers.length;

const wanted = () => oneIfSecret(goalsByAge().filter((pair) => suitsGoal(pair))).slice(0, MOST);

export function update() {
  filters.update(all());
  const pairs = wanted();
  const waiting = isReading() ? pairs.filter(isNew) : [];
  write(fresh, `${plural(waiting.length, 'new goal')} ↑`);
  fresh.hidden = !waiting.length;
  draw(pairs.filter((pair) => !waiting.includes(pair)));
}

function draw(pairs) {
  keep(list, pairs, keyOf, makeGoalCard, updateGoalCard);
  if (begun) for (const node of list.children) node.classList.toggle('arrives', !shown.has(node.dataset.key));
  shown = new Set(pairs.map(keyOf));
  empty.replaceChildren(...(pairs.length || !begun ? [] : [whyEmpty()]));
}

export function showAll() {
  fresh.hidden = true;
  draw(wanted());
  scrollTo({ top: 0 });
}

/** Everything was asked for: from now on, what comes is new. */
export function ready() {
  list.setAttribute('aria-busy', 'false');
  draw(wanted());
  begun = true;
  update();
}

function whyEmpty() {
  if (isFiltered()) {
    const show = el('button.again', { onclick: () => go({ league: null, teams: [], clip: false, verified: false }) }, 'Show all goals');
    return nothing('Nothing with these filters', 'There may be goals that do not suit them.', show);
  }
  const matches = el('button.again', { onclick: () => go({ view: 'matches' }) }, 'Matches of the day');
  return nothing('No goals yet', 'They appear here by themselves, seconds after they are confirmed.', matches);
}
