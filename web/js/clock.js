// The server's clock: a replay plays on another day, and faster.

import { ask } from './api.js';
import { safeLink } from './dom.js';

const SECOND_REQUEST_MS = 3_000;
const INTERVAL_MS = 60_000;

let localTime = 0;
let serverTime = null;
let rate = 1;

export const now = () => (serverTime === null ? Date.now() : serverTime + (Date.now() - localTime) * rate);

async function synchronise() {
  const health = await ask('health');
  setContactLinks(health.contact);
  const reported = Date.parse(health.now);
  const at = Date.now();
  if (serverTime !== null && at > localTime) rate = Math.max(0, (reported - serverTime) / (at - localTime));
  // only a replay clock runs at another rate
  if (Math.abs(rate - 1) < 0.1) rate = 1;
  [localTime, serverTime] = [at, reported];
}

/** Point the contact links at the operator of this deployment. */
function setContactLinks(contact) {
  const address = contact.includes('@') && !contact.includes(':') ? `mailto:${contact}` : safeLink(contact) ?? '';
  for (const link of document.querySelectorAll('[data-contact]')) link.href = address;
}

/** Synchronise twice to measure the rate, then every minute. */
export async function follow() {
  await synchronise();
  setTimeout(() => synchronise().catch(() => {}), SECOND_REQUEST_MS);
  setInterval(() => synchronise().catch(() => {}), INTERVAL_MS);
}
