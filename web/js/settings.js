// What this person wants of the page; nothing of it leaves the device.

import { el, icon, keep, write } from './dom.js';
import { follow, preferences, prefer } from './preferences.js';

const hide = toggle('hideScores', 'Hide scores', 'No score, scorer or result is on the page until you ask for it.');
const save = toggle('saveData', 'Save data', 'Pictures wait until you tap; clips always do.');
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
  const held = preferences();
  hide.box.checked = held.hideScores;
  save.box.checked = held.saveData;
  theme.value = held.theme;
  const mine = Object.entries(held.teams).map(([id, name]) => ({ id, name }));
  write(none, mine.length ? 'Tap one to let it go.' : 'Follow a team by its star, beside its name in the matches.');
  keep(teams, mine, (team) => team.id, followed, () => {});
}
