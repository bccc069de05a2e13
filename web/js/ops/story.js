// History of one goal: ticks, attempts, downloads, clips, executions.

import { el, safeLink } from '../dom.js';
import { hour } from '../format.js';

const counted = (outcomes) => Object.entries(outcomes).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ');
const list = (items, draw) => (items.length ? el('ul.story', {}, items.map((item) => el('li', {}, draw(item)))) : null);

/** Create the parts of the history; `button(label, path)` creates an action. */
export function story({ card: { goal }, ticks, missed, aliases, moments, completed_because: because, asked, downloads, executions }, button) {
  const sightings = `seen by ${ticks.length} ticks${missed.length ? `, missed by ${missed.length}` : ''}; aliases: ${aliases.join(', ') || 'none'}`;
  const lines = [...Object.entries(moments).map(([name, at]) => [at, name.replaceAll('_', ' ')]), ...asked.map((one) => [one.at, describeAttempt(one)])];
  lines.sort(([one], [other]) => one.localeCompare(other));
  return [
    el('p.note', {}, because ? `${sightings}; complete because: ${because}` : sightings),
    list(lines, ([at, what]) => [el('b', {}, hour(at)), ' ', what]),
    list(downloads, ({ id, outcomes, finished }) => [`${id}: ${counted(outcomes) || (finished ? 'nothing to keep' : 'in progress')} `,
      finished ? null : button('Retry', `downloads/${encodeURIComponent(id)}/retry`)]),
    list(goal.clips, (clip) => [el('a', { href: clip.share }, `clip ${clip.rank}`), `, ${clip.width}×${clip.height}, posted ${clip.popularity}× `,
      button('Hide', `clips/${encodeURIComponent(clip.share_id)}/hide`)]),
    list(executions, ({ name, url }) => [safeLink(url) ? el('a', { href: safeLink(url), rel: 'noopener noreferrer', target: '_blank' }, name) : name]),
    button('Search again', `goals/${encodeURIComponent(goal.id)}/search`),
  ];
}

function describeAttempt({ n, error, found, chosen, skipped, query }) {
  const skippedPosts = counted(skipped);
  const outcome = error ?? `${query ? `${found} found` : 'post budget used up'}, ${chosen} chosen${skippedPosts ? `, skipped: ${skippedPosts}` : ''}`;
  return el('span', {}, `attempt ${n}: ${outcome} `, query ? el('code', {}, query) : null);
}
