// Card of a match: teams, status, timeline, and goals when expanded.

import { el, icon, reconcile } from './dom.js';
import { isRemoved, keyOf, makeGoalCard, updateGoalCard } from './goal.js';
import { follow, follows } from './preferences.js';
import { isSecret, reveal } from './spoilers.js';
import { colours, crest } from './teams.js';
import { hour, plural } from './format.js';

const FULL = 90;
const STATUS = {
  HT: 'half-time', BT: 'break', P: 'shoot-out', SUSP: 'suspended', INT: 'interrupted', FT: 'full time', AET: 'after extra time',
  PEN: 'after penalties', PST: 'postponed', CANC: 'cancelled', ABD: 'abandoned', AWD: 'awarded', WO: 'walk-over', TBD: 'time not set',
};
const cards = new WeakMap();
const expandedMatches = new Set();

/** Expand the goals of a match. */
export const expand = (id) => expandedMatches.add(id);

export const keyOfFixture = ({ match }) => match.id;

export function makeFixture() {
  const card = { head: el('div.head'), line: el('div.timeline'), goals: el('div.goals'), signature: '' };
  const node = el('article.fixture', {}, card.head, card.line, card.goals);
  cards.set(node, card);
  return node;
}

export function updateFixture(node, fixture) {
  const card = cards.get(node);
  const { match, goals } = fixture;
  const secret = isSecret(match);
  const expanded = expandedMatches.has(match.id) && !secret;
  const signature = JSON.stringify([fixture, secret, expanded, follows(match.home), follows(match.away)]);
  if (signature === card.signature) return;
  card.signature = signature;
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const redraw = () => updateFixture(node, fixture);
  const more = toggle(fixture, secret, expanded, redraw);
  card.head.replaceChildren(...head(match, secret), ...(more ? [more] : []));
  card.line.hidden = secret || !goals.length;
  card.line.replaceChildren(...(card.line.hidden ? [] : timeline(fixture, redraw)));
  reconcile(card.goals, expanded ? goals.map((goal) => ({ goal, match })) : [], keyOf, makeGoalCard, updateGoalCard);
  if (focused) node.querySelector(`[data-act="${CSS.escape(focused)}"]`)?.focus();
}

function head(match, secret) {
  return [
    el('p.league', {}, [match.league.name, match.league.round].filter(Boolean).join(' · ')),
    side(match, 'home', secret),
    side(match, 'away', secret),
    el('p.status', { data: { phase: match.phase } }, status(match, secret)),
  ];
}

function side(match, which, secret) {
  const team = match[which];
  const star = el('button.star', {
    'aria-pressed': String(follows(team)), 'aria-label': `My team: ${team.name}`, data: { act: `star-${which}` },
    onclick: () => follow(team),
  }, icon('star'));
  const points = (score, name, text) => (secret || !score ? null : el(name, {}, text(score[which])));
  return el('div.side', {}, crest(team), el('span.name', {}, team.name), star,
    points(match.shootout, 'span.penalties', (count) => `(${count})`), points(match.score, 'span.points', String));
}

function status({ phase, status: word, elapsed, extra, kickoff }, secret) {
  if (phase === 'waiting' && !STATUS[word]) return kickoff ? hour(kickoff) : STATUS.TBD;
  if (secret) return phase === 'live' ? 'live' : phase === 'over' ? 'played' : STATUS[word];
  if (phase !== 'live') return STATUS[word] ?? word;
  const minute = elapsed === null ? word : extra ? `${elapsed}+${extra}'` : `${elapsed}'`;
  return [el('span.pulse'), STATUS[word] ?? minute];
}

function toggle({ match, goals }, secret, expanded, redraw) {
  if (secret && match.phase !== 'waiting') {
    return el('button.more', { data: { act: 'reveal' }, onclick: () => reveal(match) }, icon('eye'), 'Show the result');
  }
  if (secret || !goals.length) return null;
  const flip = () => {
    if (!expandedMatches.delete(match.id)) expandedMatches.add(match.id);
    redraw();
  };
  const counted = goals.filter((goal) => !isRemoved(goal));
  const clips = counted.reduce((sum, goal) => sum + goal.clips.length, 0);
  const text = `${plural(counted.length, 'goal')}, ${plural(clips, 'clip')}`;
  return el('button.more', { 'aria-expanded': String(expanded), data: { act: 'goals' }, onclick: flip }, text, icon('down'));
}

const played = ({ elapsed, extra }) => (elapsed ?? 0) + (extra ?? 0);

/** Timeline from kick-off to the end, with a mark for each goal: home above, away below. */
function timeline({ match, goals }, redraw) {
  const end = Math.max(FULL, match.elapsed ?? 0, ...goals.map((goal) => played(goal.minute)));
  const rule = el('div.rule');
  rule.style.setProperty('--done', `${((match.phase === 'live' ? match.elapsed ?? 0 : end) / end) * 100}%`);
  return [rule, ...goals.map((goal) => mark(goal, match, played(goal.minute) / end, redraw))];
}

function mark(goal, match, at, redraw) {
  const node = el(`button.mark.${goal.side}`, {
    'aria-label': `${goal.minute.text} ${goal.scorer ?? 'goal'}, ${goal.team}${isRemoved(goal) ? ', removed' : ''}`,
    data: { act: `mark-${goal.id}` },
    onclick: () => {
      expandedMatches.add(match.id);
      redraw();
      showGoal(goal.id);
    },
  });
  node.classList.toggle('clipped', goal.clips.length > 0);
  node.classList.toggle('gone', isRemoved(goal));
  node.style.setProperty('--at', `${at * 100}%`);
  node.style.setProperty('--shirt', colours(match[goal.side])[0]);
  return node;
}

export function showGoal(id) {
  const card = document.querySelector(`main section:not([hidden]) article.goal[data-key="${CSS.escape(id)}"]`);
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector('button.play, button.reveal')?.focus({ preventScroll: true });
}
