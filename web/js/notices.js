// What is said for a moment, what is said while it lasts, and what a screen reader is told.

import { el, write } from './dom.js';
import { hour } from './words.js';

const SHOWN = 4_000;
const toast = document.getElementById('toast');
const offline = document.getElementById('offline');
const live = document.getElementById('live');
let hiding = 0;

export function say(text) {
  write(toast, text);
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), SHOWN);
}

/** For those who listen: one sentence, politely. */
export const announce = (text) => write(live, text);

export function lost(since) {
  write(offline, `Offline since ${hour(since)}. What you see may be old.`);
  offline.hidden = false;
}

export function back() {
  offline.hidden = true;
}

/** Instead of a list that has nothing in it. */
export const nothing = (title, text, ...more) => el('div.nothing', {}, el('h2', {}, title), el('p', {}, text), ...more);
