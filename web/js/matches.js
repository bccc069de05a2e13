// The matches of a day, those being played first, and the days on which there are any.

import { ask } from './api.js';
import { now } from './clock.js';
import { el, icon, keep, write } from './dom.js';
import { makeFilters, suits, suitsGoal } from './filters.js';
import { keyOfFixture, makeFixture, updateFixture } from './fixture.js';
import { nothing } from './notices.js';
import { go, place } from './place.js';
import { preferences } from './preferences.js';
import { all, dayOf, loadDay } from './store.js';
import { dayInFull, dayParts } from './words.js';

const SHOWN_DAYS = 5;
const EVENING = 6 * 3600_000;
const ORDER = { live: 0, waiting: 1, over: 2 };

const title = el('h2.day');
const coverage = el('p.coverage');
const days = el('div.days', { role: 'group', 'aria-label': 'Days with matches' });
const filters = makeFilters();
const list = el('div.cards.fixtures');
const empty = el('div');
export const section = el('section', { 'aria-label': 'Matches' }, days, el('div.heading', {}, title, coverage), filters.node, list, empty);

let dates = [];
let home = null;
let loaded = null;
let covered = null;

const dayAt = (moment) => new Date(moment).toISOString().slice(0, 10);
const today = () => dayAt(now());

/** Where it is evening the day ends in the middle of a match: it is shown until nothing of it is being played. */
const isOver = (day) => day !== today() && !all().some((fixture) => dayOf(fixture) === day && fixture.match.phase === 'live');

/** The day that is asked for, else today, else the nearest one that has matches. */
function chosen() {
  const wanted = place().date ?? home ?? today();
  if (place().date || dates.includes(wanted) || !dates.length) return wanted;
  return dates.find((date) => date > wanted) ?? dates.at(-1);
}

/**
 * The days, the chosen one, the last one that had goals, for on a Sunday morning people look for Saturday's, that of
 * some hours ago, and those that are known from before.
 */
export async function load() {
  const { today: date, dates: had } = await ask('dates');
  dates = had.map((each) => each.date);
  if (!home || isOver(home)) home = date;
  const last = had.findLast((each) => each.date <= date && each.goals > 0)?.date;
  const others = new Set([last, dayAt(now() - EVENING), ...all().map(dayOf)].filter((each) => dates.includes(each) && each !== chosen()));
  await Promise.all([loadChosen(), ...[...others].map(loadDay)]);
}

async function loadChosen() {
  loaded = chosen();
  await Promise.all([loadDay(loaded), count()]);
  update();
}

async function count() {
  covered = (await ask('coverage', { query: { date: loaded } })).total;
}

/** How many goals have a clip changes with them. */
export async function recount() {
  if (section.hidden || !loaded) return;
  await count();
  update();
}

export async function arrive() {
  if (home && isOver(home)) home = today();
  if (loaded && chosen() !== loaded) await loadChosen();
}

export function update() {
  const date = chosen();
  const ofDay = all().filter((fixture) => dayOf(fixture) === date);
  const at = place();
  const wanted = ofDay.filter((fixture) => suits(fixture.match, at) && hasWanted(fixture, at)).sort(inOrder);
  filters.update(ofDay);
  write(title, dayInFull(date));
  const told = covered?.goals && !preferences().hideScores;
  write(coverage, told ? `${covered.verified} of ${covered.goals} goals with a verified clip` : '');
  keep(list, wanted, keyOfFixture, makeFixture, updateFixture);
  const none = ofDay.length ? 'None that suits these filters.' : 'Nothing is played on this day.';
  empty.replaceChildren(...(wanted.length || date !== loaded ? [] : [nothing('No matches', none)]));
  drawDays(date);
}

const hasWanted = ({ match, goals }, at) => !(at.clip || at.verified) || goals.some((goal) => suitsGoal({ match, goal }, at));

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
