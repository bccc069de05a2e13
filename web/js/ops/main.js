// The operator's desk: the state of things, goals that wait, the story of one, and what can be done.

import { ask, Refusal } from '../api.js';
import { follow } from '../clock.js';
import { el, keep } from '../dom.js';
import { Key } from '../key.js';
import { back, lost, nothing, say } from '../notices.js';
import { hour } from '../words.js';
import { facts } from './facts.js';
import { story } from './story.js';

const EVERY = 5_000;

const key = new Key('operator');
const main = document.getElementById('main');
const leave = document.getElementById('leave');
const sure = document.getElementById('sure');
const state = el('dl.facts');
const goals = el('tbody');
const none = el('div');
const told = el('section.panel', { 'aria-label': 'Story', hidden: true });
const done = el('ul.story');
const wanted = el('input.field', { id: 'wanted', placeholder: '2026-11-21 or 979139, 979140', required: true });
const bring = el('form.panel', { onsubmit: ingest }, el('label', { for: 'wanted' }, 'Ingest a date, or fixtures by their ids'), wanted, el('div.row', {}, el('button.strong', {}, 'Ingest')));
const monitor = el('div.row', {}, button('Pause', 'pause'), button('Resume', 'resume'), button('Redrive what was set aside', 'redrive'));

let waiting = 0;
let heard = new Date();
let read = null;

const request = (path, options = {}) => ask(`ops/${path}`, { ...options, key: key.held });

function button(label, path, body) {
  return el('button.again', { type: 'button', onclick: () => act(label, path, body) }, label);
}

/** Nothing happens by a slip of a thumb. */
function certain(label, path) {
  sure.querySelector('h2').textContent = `${label}?`;
  sure.querySelector('p').textContent = decodeURIComponent(path);
  sure.returnValue = '';
  sure.showModal();
  return new Promise((resolve) => sure.addEventListener('close', () => resolve(sure.returnValue === 'yes'), { once: true }));
}

async function act(label, path, body) {
  if (!(await certain(label, path))) return;
  try {
    const { what, outcome } = await request(path, { method: 'POST', body });
    say(`${what}: ${outcome}`);
  } catch (refusal) {
    say(`${label}: ${refusal.message}`);
  }
  await look();
  if (read) await open(read);
}

function ingest(event) {
  event.preventDefault();
  const text = wanted.value.trim();
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text);
  act(`Ingest ${text}`, 'ingest', date ? { date: text } : { fixture_ids: text.split(/[\s,]+/).map(Number) });
}

async function look() {
  const [status, waitingGoals, { actions }] = await Promise.all([request('status'), request('goals'), request('actions')]);
  state.replaceChildren(...facts(status));
  keep(goals, waitingGoals.goals, ({ card }) => card.goal.id, () => el('tr'), drawGoal);
  none.replaceChildren(...(waitingGoals.goals.length ? [] : [el('p.note', {}, 'Every goal is complete.')]));
  done.replaceChildren(...actions.map(({ at, who, what, about, outcome }) => el('li', {}, el('b', {}, hour(at)), ` ${who}: ${what} ${about}: ${outcome}`)));
}

function drawGoal(row, { card: { goal, match }, age_seconds: age, reason }) {
  const signature = `${Math.floor(age / 60)}${reason}`;
  if (row.dataset.said === signature) return;
  row.dataset.said = signature;
  row.replaceChildren(
    el('td', {}, el('button.link', { onclick: () => open(goal.id) }, `${goal.scorer ?? 'unknown'} ${goal.minute.text}`)),
    el('td', {}, `${match.home.name} v ${match.away.name}`), el('td', {}, `${Math.floor(age / 60)} min`), el('td', {}, reason));
}

async function open(id) {
  try {
    const found = await request(`goals/${encodeURIComponent(id)}`);
    read = id;
    const { goal, match } = found.card;
    told.replaceChildren(el('h2', {}, `${goal.scorer ?? 'unknown'} ${goal.minute.text}, ${match.home.name} v ${match.away.name}`), ...story(found, button).filter(Boolean));
  } catch (refusal) {
    read = null;
    told.replaceChildren(nothing('No such goal', refusal.message));
  }
  told.hidden = false;
}

async function watch() {
  clearTimeout(waiting);
  try {
    await look();
    heard = new Date();
    back();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.status === 401) {
      key.forget();
      return start();
    }
    lost(heard);
  }
  if (key.held) waiting = setTimeout(watch, EVERY);
}

function start() {
  clearTimeout(waiting);
  leave.hidden = !key.held;
  if (!key.held) return main.replaceChildren(key.form('The operator’s key', enter));
  const id = el('input.field', { id: 'goal', placeholder: '979139_26_154_Goal_1', required: true });
  const find = el('form.panel', { onsubmit: (event) => (event.preventDefault(), open(id.value.trim())) }, el('label', { for: 'goal' }, 'The story of a goal, by its id'), id, el('div.row', {}, el('button.strong', {}, 'Read')));
  const heads = ['Goal', 'Match', 'Age', 'Waits for'].map((name) => el('th', { scope: 'col' }, name));
  const table = el('table', {}, el('thead', {}, el('tr', {}, heads)), goals);
  return main.replaceChildren(state, el('section.panel', {}, el('h2', {}, 'Goals not complete'), el('div.scroll', { tabindex: '0', role: 'region', 'aria-label': 'Goals not complete' }, table), none), told, find,
    el('section.panel', {}, el('h2', {}, 'Monitor and queue'), monitor), bring, el('section.panel', {}, el('h2', {}, 'What was done'), done));
}

async function enter() {
  await look();
  start();
  waiting = setTimeout(watch, EVERY);
}

leave.addEventListener('click', () => {
  key.forget();
  start();
});
follow().catch(() => {});
start();
if (key.held) watch();
