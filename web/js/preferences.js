// What this person wants, remembered on this device only.

const KEY = 'footy';
const DEFAULTS = { hideScores: false, saveData: false, theme: 'system', teams: {} };

let held = read();
const listeners = new Set();

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences = () => held;

export function prefer(change) {
  held = { ...held, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // a private window may refuse: then it holds until the page is closed
  }
  apply();
  for (const listener of listeners) listener();
}

export const onPreference = (listener) => listeners.add(listener);

/** Whether pictures wait until they are asked for. */
export const savesData = () => held.saveData || navigator.connection?.saveData === true;

export const follows = (team) => String(team.id) in held.teams;

export function follow(team) {
  const teams = { ...held.teams };
  if (follows(team)) delete teams[team.id];
  else teams[team.id] = team.name;
  prefer({ teams });
}

export function apply() {
  document.documentElement.dataset.theme = held.theme;
}

// another tab of the same page
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  held = read();
  apply();
  for (const listener of listeners) listener();
});
