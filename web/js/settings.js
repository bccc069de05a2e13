// Settings of this viewer; they do not leave the device.

import { el, icon, reconcile, setText } from './dom.js';
import { follow, preferences, prefer } from './preferences.js';

const hide = toggle('hideScores', 'Hide scores', 'No score, scorer or result is shown until you open a match.');
const save = toggle('saveData', 'Save data', 'Pictures load when you tap; clips always do.');
const themes = [['system', 'As the device'], ['dark', 'Dark'], ['light', 'Light']];
const theme = el('select.chip', { id: 'theme', onchange: () => prefer({ theme: theme.value }) },
  themes.map(([value, text]) => el('option', { value }, text)));
const teams = el('div.filters');
const none = el('p.note', {});
export const section = el('section.settings', { 'aria-label': 'Settings' },
  el('h2', {}, 'Settings'), hide.node, save.node,
  el('div.setting', {}, el('div', {}, el('label', { for: 'theme' }, 'Colours')), el('span.select', {}, theme, icon('down'))),
  el('h2', {}, 'My teams'), none, teams);

function toggle(name, title, text) {
  const box = el('input', { type: 'checkbox', role: 'switch', id: name, 'aria-describedby': `${name}-why`, onchange: () => prefer({ [name]: box.checked }) });
  const node = el('div.setting', {}, el('div', {}, el('label', { for: name }, title), el('p.note', { id: `${name}-why` }, text)), box);
  return { node, box };
}

const followed = (team) => el('span.pair', {},
  el('button.chip', { 'aria-label': `Stop following ${team.name}`, onclick: () => follow(team) }, team.name, icon('close')),
  el('a.chip', { href: `/feeds/teams/${team.id}`, 'aria-label': `Feed of ${team.name}` }, 'Feed'));

export function update() {
  const current = preferences();
  hide.box.checked = current.hideScores;
  save.box.checked = current.saveData;
  theme.value = current.theme;
  const myTeams = Object.entries(current.teams).map(([id, name]) => ({ id, name }));
  setText(none, myTeams.length ? 'Tap a team to stop following it.' : 'Tap the star next to a team’s name to follow it.');
  reconcile(teams, myTeams, (team) => team.id, followed, () => {});
}
