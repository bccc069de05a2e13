// The state of things as a handful of facts, each with what would be wrong about it.

import { el } from '../dom.js';

const LATE = 180;
const SCARCE = 0.1;
const NEARLY = 0.9;
const CHANGED = '+changes';
const LETTERS = 9;

export function facts({ commit, tick_age_seconds: age, ticks, paused, live, open_goals: open, requests, posts, queues, looked }) {
  const left = requests?.limit ? requests.remaining / requests.limit : 1;
  const unchecked = looked.unchecked / Math.max(1, looked.judged + looked.unchecked);
  return [
    fact('Last tick', paused ? 'paused' : age === null ? 'none yet' : `${Math.round(age)} s ago`, 'due every 30 s', paused || age === null ? 'warn' : age > LATE ? 'bad' : ''),
    fact('Ticks lost', `${ticks.lost} of ${ticks.due}`, ended(ticks), ticks.lost > ticks.due / 2 ? 'bad' : ticks.lost ? 'warn' : ''),
    fact('Matches live', live),
    fact('Goals not complete', open),
    fact('API-Football', requests ? `${requests.remaining} of ${requests.limit}` : 'not asked yet', 'requests left today', left < SCARCE ? 'warn' : ''),
    fact('Posts read today', of(posts.today, posts.today_limit), `$${posts.today_usd.toFixed(2)}`, spent(posts.today, posts.today_limit)),
    fact('Posts this month', of(posts.month, posts.month_limit), '', spent(posts.month, posts.month_limit)),
    fact('Batches waiting', queues.waiting),
    fact('Set aside', queues.set_aside, 'dead letters', queues.set_aside ? 'bad' : ''),
    fact('Vision', looked.judged, looked.unchecked ? `${looked.unchecked} not looked at` : 'clips looked at', unchecked > SCARCE ? 'bad' : unchecked ? 'warn' : ''),
    fact('Deployed', commit.slice(0, LETTERS), commit.endsWith(CHANGED) ? 'with changes that nobody committed' : 'commit', commit.endsWith(CHANGED) ? 'warn' : ''),
  ];
}

const ended = ({ skipped, overlapped }) => ['of the last hour', skipped && `${skipped} skipped`, overlapped && `${overlapped} overlapped`].filter(Boolean).join(', ');
const of = (used, limit) => (limit ? `${used} of ${limit}` : used);
const spent = (used, limit) => (!limit || used < NEARLY * limit ? '' : used < limit ? 'warn' : 'bad');

const fact = (name, text, note = '', mood = '') =>
  el('div.fact', { data: { mood } }, el('dt', {}, name), el('dd', {}, String(text)), note ? el('dd.note', {}, note) : null);
