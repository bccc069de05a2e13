// Health of the deployment as a list of facts, coloured by severity.

import { el } from '../dom.js';

const LATE_SECONDS = 180;
const LOW_SHARE = 0.1;
const HIGH_SHARE = 0.9;
const DIRTY = '+changes';
const COMMIT_LETTERS = 9;

export function facts({ commit, tick_age_seconds: age, ticks, paused, live, open_goals: open, requests, posts, queues, looked }) {
  const remainingShare = requests?.limit ? requests.remaining / requests.limit : 1;
  const unchecked = looked.unchecked / Math.max(1, looked.judged + looked.unchecked);
  return [
    fact('Last tick', paused ? 'paused' : age === null ? 'none yet' : `${Math.round(age)} s ago`, 'due every 30 s', paused || age === null ? 'warn' : age > LATE_SECONDS ? 'bad' : ''),
    fact('Ticks lost', `${ticks.lost} of ${ticks.due}`, ended(ticks), ticks.lost > ticks.due / 2 ? 'bad' : ticks.lost ? 'warn' : ''),
    fact('Matches live', live),
    fact('Goals not complete', open),
    fact('API-Football', requests ? `${requests.remaining} of ${requests.limit}` : 'no request yet', 'requests left today', remainingShare < LOW_SHARE ? 'warn' : ''),
    fact('Posts read today', of(posts.today, posts.today_limit), `$${posts.today_usd.toFixed(2)}`, spent(posts.today, posts.today_limit)),
    fact('Posts this month', of(posts.month, posts.month_limit), '', spent(posts.month, posts.month_limit)),
    fact('Upload batches queued', queues.waiting),
    fact('Dead letters', queues.set_aside, 'in all queues', queues.set_aside ? 'bad' : ''),
    fact('Vision', looked.judged, looked.unchecked ? `${looked.unchecked} not checked` : 'clips checked', unchecked > LOW_SHARE ? 'bad' : unchecked ? 'warn' : ''),
    fact('Deployed', commit.slice(0, COMMIT_LETTERS), commit.endsWith(DIRTY) ? 'with uncommitted changes' : 'commit', commit.endsWith(DIRTY) ? 'warn' : ''),
  ];
}

const ended = ({ skipped, overlapped }) => ['of the last hour', skipped && `${skipped} skipped`, overlapped && `${overlapped} overlapped`].filter(Boolean).join(', ');
const of = (used, limit) => (limit ? `${used} of ${limit}` : used);
const spent = (used, limit) => (!limit || used < HIGH_SHARE * limit ? '' : used < limit ? 'warn' : 'bad');

const fact = (name, text, note = '', severity = '') =>
  el('div.fact', { data: { severity } }, el('dt', {}, name), el('dd', {}, String(text)), note ? el('dd.note', {}, note) : null);
