// Operator console: health, open goals, the history of one goal, and actions.

import { ask, Refusal } from '../api.js';
import { follow } from '../clock.js';
import { el, reconcile } from '../dom.js';
import { Key } from '../key.js';
import { back, lost, nothing, say } from '../notices.js';
import { hour } from '../format.js';
import { facts } from './facts.js';
import { story } from './story.js';

const INTERVAL_MS = 5_000;

const key = new Key('operator');
const main = document.getElementById('main');
const leave = document.getElementById('leave');
const sure = document.getElementById('sure');
const state = el('dl.facts');
const goals = el('tbody');
const none = el('div');
const panel = el('section.panel', { 'aria-label': 'History', hidden: true });
const actionList = el('ul.story');
const ingestInput = el('input.field', { id: 'wanted', placeholder: '2026-11-21 or 979139, 979140', required: true });
const ingestForm = el('form.panel', { onsubmit: ingest }, el('label', { for: 'wanted' }, 'Ingest a date, or fixture ids'), ingestInput, el('div.row', {}, el('button.strong', {}, 'Ingest')));
const monitor = el('div.row', {}, button('Pause', 'pause'), button('Resume', 'resume'), button('Redrive dead letters', 'redrive'));

let timer = 0;
let lastAnswer = new Date();
let openGoal = null;

const request = (path, options = {}) => ask(`ops/${path}`, { ...options, key: key.text });

function button(label, path, body) {
  return el('button.again', { type: 'button', onclick: () => act(label, path, body) }, label);
}

/** Ask for confirmation before an action. */
function confirmed(label, path) {
  sure.querySelector('h2').textContent = `${label}?`;
  sure.querySelector('p').textContent = decodeURIComponent(path);
  sure.returnValue = '';
  sure.showModal();
  return new Promise((resolve) => sure.addEventListener('close', () => resolve(sure.returnValue === 'yes'), { once: true }));
}

async function act(label, path, body) {
  if (!(await confirmed(label, path))) return;
  try {
    const { what, outcome } = await request(path, { method: 'POST', body });
    say(`${what}: ${outcome}`);
  } catch (refusal) {
    say(`${label}: ${refusal.message}`);
  }
  await load();
  if (openGoal) await open(openGoal);
}

function ingest(event) {
  event.preventDefault();
  const text = ingestInput.value.trim();
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text);
  act(`Ingest ${text}`, 'ingest', date ? { date: text } : { fixture_ids: text.split(/[\s,]+/).map(Number) });
}

async function load() {
  const [status, openGoals, { actions }] = await Promise.all([request('status'), request('goals'), request('actions')]);
  state.replaceChildren(...facts(status));
  reconcile(goals, openGoals.goals, ({ card }) => card.goal.id, () => el('tr'), drawGoal);
  none.replaceChildren(...(openGoals.goals.length ? [] : [el('p.note', {}, 'Every goal is complete.')]));
  actionList.replaceChildren(...actions.map(({ at, who, what, about, outcome }) => el('li', {}, el('b', {}, hour(at)), ` ${who}: ${what} ${about}: ${outcome}`)));
}

function drawGoal(row, { card: { goal, match }, age_seconds: age, reason }) {
  const signature = `${Math.floor(age / 60)}${reason}`;
  if (row.dataset.signature === signature) return;
  row.dataset.signature = signature;
  row.replaceChildren(
    el('td', {}, el('button.link', { onclick: () => open(goal.id) }, `${goal.scorer ?? 'unknown'} ${goal.minute.text}`)),
    el('td', {}, `${match.home.name} v ${match.away.name}`), el('td', {}, `${Math.floor(age / 60)} min`), el('td', {}, reason));
}

async function open(id) {
  try {
    const details = await request(`goals/${encodeURIComponent(id)}`);
    openGoal = id;
    const { goal, match } = details.card;
    panel.replaceChildren(el('h2', {}, `${goal.scorer ?? 'unknown'} ${goal.minute.text}, ${match.home.name} v ${match.away.name}`), ...story(details, button).filter(Boolean));
  } catch (refusal) {
    openGoal = null;
    panel.replaceChildren(nothing('No such goal', refusal.message));
  }
  panel.hidden = false;
}

async function watch() {
  clearTimeout(timer);
  try {
    await load();
    lastAnswer = new Date();
    back();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.status === 401) {
      key.forget();
      return start();
    }
    lost(lastAnswer);
  }
  if (key.text) timer = setTimeout(watch, INTERVAL_MS);
}

function start() {
  clearTimeout(timer);
  leave.hidden = !key.text;
  if (!key.text) return main.replaceChildren(key.form('Operator key', enter));
  const id = el('input.field', { id: 'goal', placeholder: '979139_26_154_Goal_1', required: true });
  const find = el('form.panel', { onsubmit: (event) => (event.preventDefault(), open(id.value.trim())) }, el('label', { for: 'goal' }, 'History of a goal, by its id'), id, el('div.row', {}, el('button.strong', {}, 'Show')));
  const heads = ['Goal', 'Match', 'Age', 'Waiting for'].map((name) => el('th', { scope: 'col' }, name));
  const table = el('table', {}, el('thead', {}, el('tr', {}, heads)), goals);
  return main.replaceChildren(state, el('section.panel', {}, el('h2', {}, 'Goals not complete'), el('div.scroll', { tabindex: '0', role: 'region', 'aria-label': 'Goals not complete' }, table), none), panel, find,
    el('section.panel', {}, el('h2', {}, 'Monitor and queue'), monitor), ingestForm, el('section.panel', {}, el('h2', {}, 'Actions'), actionList));
}

function begin() {
  start();
  if (key.text) watch();
}

async function enter() {
  await load();
  start();
  timer = setTimeout(watch, INTERVAL_MS);
}

leave.addEventListener('click', () => {
  key.forget();
  start();
});
follow().catch(() => {});
addEventListener('hashchange', () => key.takeFromAddress() && begin());
begin();
