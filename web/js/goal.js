// Card of a goal: scorer, minute, score after it, state, and clips.

import { el, icon, setText } from './dom.js';
import { Player } from './player.js';
import { isSecret, reveal } from './spoilers.js';
import { crest, applyColours } from './teams.js';
import { age } from './format.js';

const cards = new WeakMap();
const KIND = { penalty: 'pen', own_goal: 'own goal' };
const COUNTED = /\((\d+) of (\d+)\)/;

const scoreText = (score) => `${score.home}–${score.away}`;
export const isRemoved = (goal) => goal.state.code === 'removed';

const pairing = (match) => `${match.home.name} v ${match.away.name}`;

/** Describe a goal in one sentence, for screen readers and shares. */
export function sentence({ goal, match }) {
  const kind = KIND[goal.kind] ? ` (${KIND[goal.kind]})` : '';
  return `${goal.scorer ?? 'Goal'}${kind} ${goal.minute.text}, ${match.home.name} ${scoreText(goal.score_after)} ${match.away.name}`;
}

export const keyOf = ({ goal }) => goal.id;

export function makeGoalCard() {
  const card = { body: el('div.body'), player: null, signature: '' };
  const node = el('article.goal', {}, card.body);
  cards.set(node, card);
  return node;
}

export function updateGoalCard(node, { goal, match }) {
  const card = cards.get(node);
  const secret = isSecret(match);
  const signature = JSON.stringify([goal, secret, match.home, match.away]);
  if (signature === card.signature) return;
  card.signature = signature;
  node.classList.toggle('removed', isRemoved(goal) && !secret);
  node.classList.toggle('secret', secret);
  if (secret) drawSecret(node, card, match);
  else draw(node, card, goal, match);
}

function drawSecret(node, card, match) {
  card.player = null;
  for (const name of ['--shirt', '--trim']) node.style.removeProperty(name);
  const button = el('button.reveal', { 'aria-label': `Show ${pairing(match)}`, onclick: () => reveal(match) }, icon('eye'), 'Show');
  card.body.replaceChildren(el('div.line', {}, el('div.who', {}, el('h3', {}, pairing(match)), el('p.match', {}, match.league.name)), button));
  node.replaceChildren(card.body);
}

function draw(node, card, goal, match) {
  applyColours(node, match[goal.side]);
  if (!goal.clips.length) card.player = null;
  else card.player ??= new Player();
  card.player?.update(goal.clips, `${goal.scorer ?? 'the goal'}, ${goal.minute.text}`, sentence({ goal, match }));
  card.body.replaceChildren(line(goal, match), foot(goal, match));
  // do not move nodes: a moved clip stops playing
  for (const child of [...node.children]) if (child !== card.body && child !== card.player?.node) child.remove();
  if (card.player && !node.contains(card.player.node)) node.append(card.player.node);
}

function line(goal, match) {
  const { home, away } = goal.score_after;
  const kind = KIND[goal.kind];
  const earlier = goal.earlier_scorers.length ? el('p.note', {}, `earlier: ${goal.earlier_scorers.join(', ')}`) : null;
  const half = (side, count) => el('span', { class: goal.side === side ? 'ours' : null }, String(count));
  return el('div.line', {}, crest(match[goal.side]),
    el('div.who', {}, el('h3', {}, goal.scorer ?? 'Scorer not known yet', kind ? el('span.kind', {}, kind) : null),
      goal.assist ? el('p.assist', {}, `assist ${goal.assist}`) : null, earlier),
    el('p.score', {}, el('span.unseen', {}, 'score after it: '), half('home', home), '–', half('away', away)));
}

function foot(goal, match) {
  const when = el('time.age', { datetime: goal.first_seen, data: { since: goal.first_seen } }, age(goal.first_seen));
  return el('div.foot', {}, el('p.where', {}, el('span.minute', {}, goal.minute.text), el('span.match', {}, pairing(match)), when),
    goal.clips.length ? null : state(goal.state));
}

function state({ code, text, more }) {
  const [, done, of] = (code === 'looking' && COUNTED.exec(text)) || [];
  const bar = of ? el('progress', { value: done, max: of, 'aria-label': text }) : null;
  const symbol = code === 'removed' ? icon('var') : more ? el('span.pulse') : null;
  return el('p.state', { data: { code } }, symbol, text[0].toUpperCase() + text.slice(1), bar);
}

/** Update the ages without drawing anything else. */
export function updateAges() {
  for (const node of document.querySelectorAll('time[data-since]')) setText(node, age(node.dataset.since));
}
