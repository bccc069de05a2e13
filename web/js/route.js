// View and filters of the page, kept in its address: a copied link opens the same view.

const FLAGS = ['clip', 'verified'];
const listeners = new Set();

const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export function route() {
  const query = new URLSearchParams(location.search);
  return {
    view: query.get('view') ?? 'now',
    date: isDay(query.get('date') ?? '') ? query.get('date') : null,
    league: query.get('league'),
    teams: (query.get('teams') ?? '').split(',').filter((id) => /^\d+$/.test(id)),
    clip: query.has('clip'),
    verified: query.has('verified'),
    goal: query.get('goal'),
    q: query.get('q') ?? '',
  };
}

export function addressOf(change) {
  const to = { ...route(), goal: null, ...change };
  const query = new URLSearchParams();
  if (to.view !== 'now') query.set('view', to.view);
  for (const key of ['date', 'league', 'goal', 'q']) if (to[key]) query.set(key, to[key]);
  if (to.teams.length) query.set('teams', to.teams.join(','));
  for (const flag of FLAGS) if (to[flag]) query.set(flag, '1');
  const text = query.toString();
  return text ? `/?${text}` : '/';
}

/** Change the address; a new view or day adds a history entry, a filter does not. */
export function go(change, { step = 'view' in change || 'date' in change } = {}) {
  history[step ? 'pushState' : 'replaceState'](null, '', addressOf(change));
  notify();
}

export const onRoute = (listener) => listeners.add(listener);

function notify() {
  for (const listener of listeners) listener();
}

addEventListener('popstate', notify);
