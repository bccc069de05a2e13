// Formats of minutes, ages, days and sizes.

import { now } from './clock.js';

const relative = new Intl.RelativeTimeFormat('en', { style: 'short', numeric: 'always' });
const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayName = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const dayOfMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60]];

export function age(moment) {
  const seconds = Math.max(0, (now() - Date.parse(moment)) / 1000);
  for (const [unit, size] of UNITS) if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return seconds < 10 ? 'just now' : relative.format(-Math.floor(seconds / 10) * 10, 'second');
}

export const hour = (moment) => clockTime.format(new Date(moment));
export const day = (date) => dayName.format(new Date(`${date}T00:00:00Z`));
export const dayInFull = (date) => longDay.format(new Date(`${date}T00:00:00Z`));
export const dayParts = (date) => {
  const at = new Date(`${date}T00:00:00Z`);
  return [weekday.format(at), dayOfMonth.format(at)];
};

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export function seconds(duration) {
  const whole = Math.round(duration);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Turn a message of the API into a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Resolution by the shorter edge, such as 1080p. */
export const resolution = (clip) => `${Math.min(clip.width, clip.height)}p`;
