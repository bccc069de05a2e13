// One image: its picture, what it shows, how sure that is, and what can be done.

import { el, icon, outward } from '../dom.js';

const WORDS = { queued: 'waits for its turn', running: 'is looked at' };
// less than a link to a picture lives
const GOOD = 600_000;
const signatures = new WeakMap();

export function makeImage({ retry, remove }) {
  const node = el('li.image');
  node.act = { retry, remove };
  return node;
}

export function updateImage(node, image) {
  // links are signed anew with every answer, and the picture behind them stays the same
  const signature = JSON.stringify({ ...image, thumbnail: Boolean(image.thumbnail), original: null });
  if (signatures.get(node) === signature) return renew(node, image);
  signatures.set(node, signature);
  node.dataset.status = image.status;
  const { retry, remove } = node.act;
  const buttons = [
    image.status === 'failed' && el('button.again', { 'aria-label': `Look at ${image.name} again`, onclick: () => retry(image.name) }, icon('again'), 'Again'),
    el('button.round', { 'aria-label': `Delete ${image.name}`, onclick: () => remove(image.name) }, icon('bin')),
  ];
  node.replaceChildren(picture(image), el('div.told', {}, el('p.name', {}, image.name), ...told(image)), el('div.row', {}, ...buttons.filter(Boolean)));
}

function picture(image) {
  const frame = el('div.thumb');
  const source = sourceOf(image);
  if (source) frame.append(el('img', { alt: image.label ?? '', src: source, loading: 'lazy', data: { since: Date.now() } }));
  return frame;
}

/** A picture that nobody has scrolled to yet would be asked for by a link that has ended meanwhile. */
function renew(node, image) {
  const shown = node.querySelector('.thumb img');
  if (!shown || shown.naturalWidth || Date.now() - shown.dataset.since < GOOD) return;
  shown.src = sourceOf(image);
  shown.dataset.since = Date.now();
}

const sourceOf = ({ thumbnail }) => thumbnail && (outward(thumbnail) ?? local(thumbnail));

/** The emulator of a laptop speaks plain http. */
const local = (address) => (/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(address) ? address : null);

function told(image) {
  if (image.status === 'failed') return [el('p.wrong', {}, image.error ?? 'failed')];
  if (image.status !== 'classified') return [el('p.note', {}, el('span.pulse'), WORDS[image.status])];
  const others = image.top.slice(1, 4).map(({ label, score }) => `${label} ${percent(score)}`).join(', ');
  return [el('p.label', {}, image.label, ' ', el('b', {}, percent(image.score))), el('p.note', {}, others), el('p.note', {}, image.model)];
}

const percent = (score) => `${Math.round(score * 100)} %`;
