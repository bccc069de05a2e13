// Filters: my teams, league, with clip, verified. Their state is in the address.

import { el, icon, reconcile } from './dom.js';
import { go, route } from './route.js';
import { preferences } from './preferences.js';

export const isFiltered = (at = route()) => Boolean(at.league || at.teams.length || at.clip || at.verified);

export function matchesFilters(match, at = route()) {
  if (at.league && String(match.league.id) !== at.league) return false;
  return !at.teams.length || at.teams.some((id) => id === String(match.home.id) || id === String(match.away.id));
}

export function matchesGoal({ match, goal }, at = route()) {
  if (!matchesFilters(match, at)) return false;
  return at.verified ? goal.clips.some((clip) => clip.verified) : !at.clip || goal.clips.length > 0;
}

/** Create the row of filters; leagues come from the loaded fixtures. */
export function makeFilters() {
  const mine = chip('star', 'My teams', () => {
    const teams = route().teams.length ? [] : Object.keys(preferences().teams);
    go(teams.length || route().teams.length ? { teams } : { view: 'settings' });
  });
  const clip = chip('play', 'With clip', () => go({ clip: !route().clip, verified: false }));
  const verified = chip('check', 'Verified', () => go({ verified: !route().verified, clip: false }));
  const league = el('select.chip', { 'aria-label': 'League', onchange: () => go({ league: league.value || null }) });
  const feed = el('a.chip', { hidden: true }, 'Feed');
  const node = el('div.filters', { role: 'group', 'aria-label': 'Filters' }, mine, clip, verified, el('span.select', {}, league, icon('down')), feed);
  return { node, update: (fixtures) => update({ mine, clip, verified, league, feed }, fixtures) };
}

const chip = (picture, text, onclick) => el('button.chip', { 'aria-pressed': 'false', onclick }, icon(picture), text);

function update({ mine, clip, verified, league, feed }, fixtures) {
  const at = route();
  const press = (button, on) => button.setAttribute('aria-pressed', String(Boolean(on)));
  press(mine, at.teams.length);
  press(clip, at.clip);
  press(verified, at.verified);
  league.classList.toggle('on', Boolean(at.league));
  const leagues = [...new Map(fixtures.map(({ match }) => [match.league.id, match.league.name]))];
  const options = [['', 'All leagues'], ...leagues.sort((one, other) => one[1].localeCompare(other[1]))];
  reconcile(league, options, ([id]) => id, ([id, name]) => el('option', { value: String(id) }, name), () => {});
  league.value = at.league ?? '';
  feed.hidden = !at.league;
  if (at.league) feed.href = `/feeds/leagues/${encodeURIComponent(at.league)}`;
}
