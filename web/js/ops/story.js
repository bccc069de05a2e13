// The story of one goal: seen, searched, fetched, judged.

import { el, outward } from '../dom.js';
import { hour } from '../words.js';

const counted = (outcomes) => Object.entries(outcomes).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ');
const list = (items, draw) => (items.length ? el('ul.story', {}, items.map((item) => el('li', {}, draw(item)))) : null);

/** `button(label, path)` makes what an operator can do about a part of it. */
export function story({ card: { goal }, ticks, missed, aliases, moments, completed_because: because, asked, downloads, executions }, button) {
  const seen = `seen by ${ticks.length} ticks${missed.length ? `, missed by ${missed.length}` : ''}; aliases: ${aliases.join(', ') || 'none'}`;
  const lines = [...Object.entries(moments).map(([name, at]) => [at, name.replaceAll('_', ' ')]), ...asked.map((one) => [one.at, question(one)])];
  lines.sort(([one], [other]) => one.localeCompare(other));
  return [
    el('p.note', {}, because ? `${seen}; complete because: ${because}` : seen),
    list(lines, ([at, what]) => [el('b', {}, hour(at)), ' ', what]),
    list(downloads, ({ id, outcomes, finished }) => [`${id}: ${counted(outcomes) || (finished ? 'nothing to keep' : 'not through')} `,
      finished ? null : button('Retry', `downloads/${encodeURIComponent(id)}/retry`)]),
    list(goal.clips, (clip) => [el('a', { href: clip.share }, `clip ${clip.rank}`), `, ${clip.width}×${clip.height}, posted ${clip.popularity}× `,
      button('Hide', `clips/${encodeURIComponent(clip.share_id)}/hide`)]),
    list(executions, ({ name, url }) => [outward(url) ? el('a', { href: outward(url), rel: 'noopener noreferrer', target: '_blank' }, name) : name]),
    button('Search again', `goals/${encodeURIComponent(goal.id)}/search`),
  ];
}

function question({ n, error, found, chosen, skipped, query }) {
  const passed = counted(skipped);
  const came = error ?? `${query ? `${found} found` : 'its posts are used up'}, ${chosen} chosen${passed ? `, skipped: ${passed}` : ''}`;
  return el('span', {}, `attempt ${n}: ${came} `, query ? el('code', {}, query) : null);
}
