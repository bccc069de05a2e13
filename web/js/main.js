// The page for viewers: four views over one store, updated by the stream.

import { Refusal } from './api.js';
import { listen } from './stream.js';
import { follow } from './clock.js';
import { expand, showGoal } from './fixture.js';
import { updateAges, sentence } from './goal.js';
import { handleKeys } from './keyboard.js';
import { askForPassword } from './login.js';
import * as matches from './matches.js';
import { announce, back, lost, nothing } from './notices.js';
import * as now from './now.js';
import { onRoute, go, route } from './route.js';
import { apply, onPreference } from './preferences.js';
import * as search from './search.js';
import { isSecret, onReveal } from './spoilers.js';
import * as settings from './settings.js';
import { dayOf, fixtureById, loadLive, onFixtures, refresh } from './store.js';

const VIEWS = { now, matches, search, settings };
const AGE_MS = 20_000;
const RETRY_MS = 5_000;
const TITLES = { now: 'found footy', matches: 'Matches · found footy', search: 'Search · found footy', settings: 'Settings · found footy' };

const main = document.getElementById('main');
const errorBox = document.getElementById('failed');
const wide = matchMedia('(min-width: 54rem)');
const clock = follow().catch(() => {});
let view = null;
let retryTimer = 0;

function update() {
  for (const each of Object.values(VIEWS)) each.update();
}

function show() {
  const selected = VIEWS[route().view] ? route().view : 'now';
  const moved = view !== null && view !== selected;
  view = selected;
  for (const [name, { section }] of Object.entries(VIEWS)) section.hidden = name !== selected;
  main.dataset.view = selected;
  showMatchesBeside();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.view === selected) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = TITLES[selected];
  if (moved) scrollTo(0, 0);
  update();
  if (selected === 'matches') matches.arrive().catch(refused);
  if (selected === 'search' && moved) search.arrive();
}

/** Show the matches next to the newest goals on wide screens. */
function showMatchesBeside() {
  const both = view === 'now' && wide.matches;
  matches.section.classList.toggle('beside', both);
  if (view !== 'matches') matches.section.hidden = !both;
}

/** Load the days, the selected one, and live matches. */
async function load() {
  clearTimeout(retryTimer);
  try {
    await clock;
    await Promise.all([matches.load(), loadLive()]);
    errorBox.replaceChildren();
    now.ready();
    followLink();
    search.again();
  } catch (refusal) {
    refused(refusal);
    if (refusal.status !== 401) retryTimer = setTimeout(load, RETRY_MS);
  }
}

function refused(refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  if (refusal.status === 401) askForPassword(load);
  else if (refusal.status) errorBox.replaceChildren(nothing('The goals cannot be loaded. Trying again', refusal.message));
}

/** Open the match of a linked goal and scroll to it. */
function followLink() {
  const { goal, view: at } = route();
  const fixture = goal && fixtureById(goal.split('_')[0]);
  if (!fixture) return;
  expand(fixture.match.id);
  if (at !== 'matches') go({ view: 'matches', date: dayOf(fixture), goal }, { step: false });
  requestAnimationFrame(() => showGoal(goal));
}

async function changed(stamps) {
  const before = new Set(stamps.flatMap(({ id }) => fixtureById(id)?.goals.map((goal) => goal.id) ?? []));
  try {
    const refreshed = await refresh(stamps);
    if (!refreshed.length) return;
    search.again();
    for (const fixture of refreshed.map(fixtureById).filter(Boolean)) announceNew(fixture, before);
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
onRoute(show);
wide.addEventListener('change', show);
for (const subscribe of [onFixtures, onPreference, onReveal]) subscribe(update);
for (const link of document.querySelectorAll('nav a')) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.view === 'now' && view === 'now') now.showAll();
    else go({ view: link.dataset.view });
  });
}
setInterval(() => {
  updateAges();
  matches.arrive().catch(refused);
}, AGE_MS);
handleKeys();
show();
await load();
listen({ changed, reload: load, lost, back });
