// The matches of a day, live ones first, and the days that have matches.

import { ask } from './api.js';
import { now } from './clock.js';
import { el, icon, reconcile, setText } from './dom.js';
import { makeFilters, matchesFilters, matchesGoal } from './filters.js';
import { keyOfFixture, makeFixture, updateFixture } from './fixture.js';
import { nothing } from './notices.js';
import { go, route } from './route.js';
import { preferences } from './preferences.js';
import { all, dayOf, loadDay } from './store.js';
import { dayInFull, dayParts } from './format.js';

const SHOWN_DAYS = 5;
const EVENING_MS = 6 * 3600_000;
const ORDER = { live: 0, waiting: 1, over: 2 };

const title = el('h2.day');
const coverage = el('p.coverage');
const days = el('div.days', { role: 'group', 'aria-label': 'Days with matches' });
const filters = makeFilters();
const list = el('div.cards.fixtures');
const empty = el('div');
export const section = el('section', { 'aria-label': 'Matches' }, days, el('div.heading', {}, title, coverage), filters.node, list, empty);

let dates = [];
let currentDay = null;
let loadedDay = null;
let total = null;

const dayAt = (moment) => new Date(moment).toISOString().slice(0, 10);
const today = () => dayAt(now());

/** Return whether a day can be left: a day that ended is shown until its last match is over. */
const isOver = (day) => day !== today() && !all().some((fixture) => dayOf(fixture) === day && fixture.match.phase === 'live');

/** The day in the address, else today, else the nearest day with matches. */
function selectedDay() {
  const date_ = route().date ?? currentDay ?? today();
  if (route().date || dates.includes(date_) || !dates.length) return date_;
  return dates.find((date) => date > date_) ?? dates.at(-1);
}

/** Load the days, the selected one, the last day with goals, the day of some hours ago, and the days loaded before. */
export async function load() {
  const { today: date, dates: matchDays } = await ask('dates');
  dates = matchDays.map((each) => each.date);
  if (!currentDay || isOver(currentDay)) currentDay = date;
  const last = matchDays.findLast((each) => each.date <= date && each.goals > 0)?.date;
  const otherDays = new Set([last, dayAt(now() - EVENING_MS), ...all().map(dayOf)].filter((each) => dates.includes(each) && each !== selectedDay()));
  await Promise.all([loadSelected(), ...[...otherDays].map(loadDay)]);
}

async function loadSelected() {
  loadedDay = selectedDay();
  await Promise.all([loadDay(loadedDay), count()]);
  update();
}

async function count() {
  total = (await ask('coverage', { query: { date: loadedDay } })).total;
}

/** Load the coverage again. */
export async function recount() {
  if (section.hidden || !loadedDay) return;
  await count();
  update();
}

export async function arrive() {
  if (currentDay && isOver(currentDay)) currentDay = today();
  if (loadedDay && selectedDay() !== loadedDay) await loadSelected();
}

export function update() {
  const date = selectedDay();
  const ofDay = all().filter((fixture) => dayOf(fixture) === date);
  const at = route();
  const selected = ofDay.filter((fixture) => matchesFilters(fixture.match, at) && hasMatchingGoal(fixture, at)).sort(inOrder);
  filters.update(ofDay);
  setText(title, dayInFull(date));
  const hasCoverage = total?.goals && !preferences().hideScores;
  setText(coverage, hasCoverage ? `${total.verified} of ${total.goals} goals with a verified clip` : '');
  reconcile(list, selected, keyOfFixture, makeFixture, updateFixture);
  const none = ofDay.length ? 'No match fits these filters. Change or clear them.' : 'There are no matches on this day.';
  empty.replaceChildren(...(selected.length || date !== loadedDay ? [] : [nothing('No matches', none)]));
  drawDays(date);
}

const hasMatchingGoal = ({ match, goals }, at) => !(at.clip || at.verified) || goals.some((goal) => matchesGoal({ match, goal }, at));

function inOrder({ match: one }, { match: other }) {
  return ORDER[one.phase] - ORDER[other.phase] || (one.kickoff ?? '').localeCompare(other.kickoff ?? '') || one.id - other.id;
}

function drawDays(date) {
  const at = dates.indexOf(date);
  const earlier = dates.findLast((each) => each < date);
  const later = dates.find((each) => each > date);
  const first = Math.max(0, Math.min(at - Math.floor(SHOWN_DAYS / 2), dates.length - SHOWN_DAYS));
  const focused = days.contains(document.activeElement) ? document.activeElement.dataset.at : null;
  days.replaceChildren(step(earlier, 'left', 'Earlier day'), ...dates.slice(first, first + SHOWN_DAYS).map((each) => day(each, date)), step(later, 'right', 'Later day'));
  if (focused) [...days.children].find((button) => button.dataset.at === focused)?.focus();
}

const step = (to, picture, label) => el('button.round', { disabled: !to, 'aria-label': label, data: { at: label }, onclick: () => go({ date: to }) }, icon(picture));

function day(each, date) {
  const [name, number] = dayParts(each);
  const current = each === date ? 'date' : null;
  return el('button.date', { title: dayInFull(each), data: { at: each }, 'aria-current': current, onclick: () => go({ date: each }) }, el('b', {}, each === today() ? 'Today' : name), ' ', number);
}
