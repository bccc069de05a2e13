// Two colours for a team: known ones for big clubs, else derived from its id. Crests are not used.

import { el } from './dom.js';

const COLOURS = {
  1: ['#d4002a', '#ffd100'], 2: ['#1f3fb5', '#ffffff'], 6: ['#ffdc02', '#0b8f3c'], 9: ['#c60b1e', '#ffc400'],
  10: ['#ffffff', '#cf142b'], 25: ['#ffffff', '#111111'], 26: ['#75aadb', '#ffffff'], 27: ['#c8102e', '#046a38'],
  33: ['#da291c', '#fbe122'], 34: ['#161616', '#ffffff'], 39: ['#fdb913', '#231f20'], 40: ['#c8102e', '#00b2a9'],
  42: ['#ef0107', '#ffffff'], 45: ['#1b4fa3', '#ffffff'], 47: ['#ffffff', '#132257'], 48: ['#7a263a', '#1bb1e7'],
  49: ['#034694', '#ffffff'], 50: ['#6cabdd', '#ffffff'], 66: ['#670e36', '#95bfe5'], 80: ['#ffffff', '#da0812'],
  81: ['#ffffff', '#2faee0'], 85: ['#0a3a78', '#da291c'], 157: ['#dc052d', '#ffffff'], 165: ['#fde100', '#111111'],
  168: ['#e32221', '#111111'], 173: ['#ffffff', '#dd0741'], 487: ['#87d8f7', '#ffffff'], 489: ['#c8102e', '#111111'],
  492: ['#12a0d7', '#ffffff'], 496: ['#ffffff', '#111111'], 497: ['#8e1f2f', '#f0bc42'], 505: ['#0068a8', '#111111'],
  529: ['#a50044', '#004d98'], 530: ['#cb3524', '#ffffff'], 541: ['#ffffff', '#febe10'], 768: ['#1f5fc4', '#ffffff'],
  1118: ['#f36c21', '#ffffff'],
};

export function colours(team) {
  if (COLOURS[team.id]) return COLOURS[team.id];
  const hue = (team.id * 137.5) % 360;
  return [`hsl(${hue} 62% 44%)`, `hsl(${(hue + 40) % 360} 70% 82%)`];
}

/** Set a team's colours as CSS properties of an element. */
export function applyColours(node, team) {
  const [shirt, trim] = colours(team);
  node.style.setProperty('--shirt', shirt);
  node.style.setProperty('--trim', trim);
  return node;
}

export const crest = (team) => applyColours(el('span.crest', { 'aria-hidden': 'true' }, team.letters), team);
