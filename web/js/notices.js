// Toasts, the offline banner, and announcements for screen readers.

import { el, setText } from './dom.js';
import { hour } from './format.js';

const SHOWN_MS = 4_000;
const toast = document.getElementById('toast');
const offline = document.getElementById('offline');
const live = document.getElementById('live');
let hideTimer = 0;

export function say(text) {
  setText(toast, text);
  toast.hidden = false;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (toast.hidden = true), SHOWN_MS);
}

/** Announce one sentence to screen readers. */
export const announce = (text) => setText(live, text);

export function lost(since) {
  setText(offline, `Offline since ${hour(since)}. The page may be out of date; it reconnects by itself.`);
  offline.hidden = false;
}

export function back() {
  offline.hidden = true;
}

/** Placeholder of an empty list. */
export const nothing = (title, text, ...more) => el('div.nothing', {}, el('h2', {}, title), el('p', {}, text), ...more);
