// The fan's page: four views over one store, kept true by the stream.

import { Refusal } from './api.js';
import { hear } from './changes.js';
import { follow } from './clock.js';
import { unfold, showGoal } from './fixture.js';
import { growOld, sentence } from './goal.js';
import { keys } from './keys.js';
import { askForPassword } from './login.js';
import * as matches from './matches.js';
import { announce, back, lost, nothing } from './notices.js';
import * as now from './now.js';
import { onPlace, go, place } from './place.js';
import { apply, onPreference } from './preferences.js';
import * as search from './search.js';
import { isSecret, onReveal } from './secrecy.js';
import * as settings from './settings.js';
import { dayOf, known, loadLive, onFixtures, refresh } from './store.js';

const VIEWS = { now, matches, search, settings };
const OLDER = 20_000;
const AGAIN = 5_000;
const TITLES = { now: 'found footy', matches: 'Matches · found footy', search: 'Search · found footy', settings: 'Settings · found footy' };

const main = document.getElementById('main');
const failed = document.getElementById('failed');
const wide = matchMedia('(min-width: 54rem)');
const clock = follow().catch(() => {});
let view = null;
let again = 0;

function update() {
  for (const each of Object.values(VIEWS)) each.update();
}

function show() {
  const wanted = VIEWS[place().view] ? place().view : 'now';
  const moved = view !== null && view !== wanted;
  view = wanted;
  for (const [name, { section }] of Object.entries(VIEWS)) section.hidden = name !== wanted;
  main.dataset.view = wanted;
  beside();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.view === wanted) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = TITLES[wanted];
  if (moved) scrollTo(0, 0);
  update();
  if (wanted === 'matches') matches.arrive().catch(refused);
  if (wanted === 'search' && moved) search.arrive();
}

/** Where there is room, the matches stand beside the newest goals. */
function beside() {
  const both = view === 'now' && wide.matches;
  matches.section.classList.toggle('beside', both);
  if (view !== 'matches') matches.section.hidden = !both;
}

/** The whole page anew: the days, the chosen one, and what is live. */
async function load() {
  clearTimeout(again);
  try {
    await clock;
    await Promise.all([matches.load(), loadLive()]);
    failed.replaceChildren();
    now.ready();
    followLink();
    search.again();
  } catch (refusal) {
    refused(refusal);
    if (refusal.status !== 401) again = setTimeout(load, AGAIN);
  }
}

function refused(refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  if (refusal.status === 401) askForPassword(load);
  else if (refusal.status) failed.replaceChildren(nothing('The goals cannot be loaded', refusal.message));
}

/** A link to one goal opens its match and goes there. */
function followLink() {
  const { goal, view: at } = place();
  const fixture = goal && known(goal.split('_')[0]);
  if (!fixture) return;
  unfold(fixture.match.id);
  if (at !== 'matches') go({ view: 'matches', date: dayOf(fixture), goal }, { step: false });
  requestAnimationFrame(() => showGoal(goal));
}

async function changed(told) {
  const before = new Set(told.flatMap(({ id }) => known(id)?.goals.map((goal) => goal.id) ?? []));
  try {
    const anew = await refresh(told);
    if (!anew.length) return;
    search.again();
    for (const fixture of anew.map(known).filter(Boolean)) announceNew(fixture, before);
    await matches.recount();
  } catch (refusal) {
    refused(refusal);
  }
}

function announceNew({ match, goals }, before) {
  const goal = goals.find(({ id, earlier_scorers: earlier }) => !before.has(id) && !earlier.length);
  if (goal) announce(isSecret(match) ? 'A new goal' : sentence({ goal, match }));
}

apply();
main.append(...Object.values(VIEWS).map(({ section }) => section));
onPlace(show);
wide.addEventListener('change', show);
for (const listen of [onFixtures, onPreference, onReveal]) listen(update);
for (const link of document.querySelectorAll('nav a')) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.view === 'now' && view === 'now') now.showAll();
    else go({ view: link.dataset.view });
  });
}
setInterval(() => {
  growOld();
  matches.arrive().catch(refused);
}, OLDER);
keys();
show();
await load();
hear({ changed, reload: load, lost, back });
