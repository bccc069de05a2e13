// Hidden scores: no text, label or picture reveals a result before the viewer opens the match.

import { preferences } from './preferences.js';

const revealed = new Set();
const listeners = new Set();

export const isSecret = (match) => preferences().hideScores && !revealed.has(match.id);

export function reveal(match) {
  revealed.add(match.id);
  for (const listener of listeners) listener();
}

export const onReveal = (listener) => listeners.add(listener);

/** Keep one goal per hidden match: the number of goals is a spoiler. */
export function hideGoalCount(pairs) {
  const matchIds = new Set();
  return pairs.filter(({ match }) => !isSecret(match) || (!matchIds.has(match.id) && matchIds.add(match.id)));
}
