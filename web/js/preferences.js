// Preferences of this viewer, stored on this device only.

const KEY = 'footy';
const DEFAULTS = { hideScores: false, saveData: false, theme: 'system', teams: {} };

let current = read();
const listeners = new Set();

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences = () => current;

export function prefer(change) {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // a private window may refuse; the preference lasts until the page is closed
  }
  apply();
  for (const listener of listeners) listener();
}

export const onPreference = (listener) => listeners.add(listener);

/** Return whether pictures load only on a tap. */
export const shouldSaveData = () => current.saveData || navigator.connection?.saveData === true;

export const follows = (team) => String(team.id) in current.teams;

export function follow(team) {
  const teams = { ...current.teams };
  if (follows(team)) delete teams[team.id];
  else teams[team.id] = team.name;
  prefer({ teams });
}

export function apply() {
  document.documentElement.dataset.theme = current.theme;
}

// another tab of the same page
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  current = read();
  apply();
  for (const listener of listeners) listener();
});
