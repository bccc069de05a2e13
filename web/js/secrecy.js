// Hidden scores: nothing that tells a result is on the page, in no text, label or picture, until it is asked for.

import { preferences } from './preferences.js';

const revealed = new Set();
const listeners = new Set();

export const isSecret = (match) => preferences().hideScores && !revealed.has(match.id);

export function reveal(match) {
  revealed.add(match.id);
  for (const listener of listeners) listener();
}

export const onReveal = (listener) => listeners.add(listener);

/** How many goals a match had is half its result. */
export function oneIfSecret(pairs) {
  const met = new Set();
  return pairs.filter(({ match }) => !isSecret(match) || (!met.has(match.id) && met.add(match.id)));
}
