// Card of an image: thumbnail, labels with scores, and actions.

import { el, icon, safeLink } from '../dom.js';

const WORDS = { queued: 'queued', running: 'classifying' };
// shorter than the lifetime of a signed link
const LINK_MS = 600_000;
const signatures = new WeakMap();

export function makeImage({ retry, remove }) {
  const node = el('li.image');
  node.act = { retry, remove };
  return node;
}

export function updateImage(node, image) {
  // every response signs new links to the same picture
  const signature = JSON.stringify({ ...image, thumbnail: Boolean(image.thumbnail), original: null });
  if (signatures.get(node) === signature) return renew(node, image);
  signatures.set(node, signature);
  node.dataset.status = image.status;
  const { retry, remove } = node.act;
  const buttons = [
    image.status === 'failed' && el('button.again', { 'aria-label': `Retry ${image.name}`, onclick: () => retry(image.name) }, icon('again'), 'Retry'),
    el('button.round', { 'aria-label': `Delete ${image.name}`, onclick: () => remove(image.name) }, icon('bin')),
  ];
  node.replaceChildren(picture(image), el('div.details', {}, el('p.name', {}, image.name), ...details(image)), el('div.row', {}, ...buttons.filter(Boolean)));
}

function picture(image) {
  const frame = el('div.thumb');
  const source = sourceOf(image);
  if (source) frame.append(el('img', { alt: image.label ?? '', src: source, loading: 'lazy', data: { since: Date.now() } }));
  return frame;
}

/** Renew the link of a picture that was not loaded yet, before it expires. */
function renew(node, image) {
  const shown = node.querySelector('.thumb img');
  if (!shown || shown.naturalWidth || Date.now() - shown.dataset.since < LINK_MS) return;
  shown.src = sourceOf(image);
  shown.dataset.since = Date.now();
}

const sourceOf = ({ thumbnail }) => thumbnail && (safeLink(thumbnail) ?? local(thumbnail));

/** Allow plain http for the local emulator only. */
const local = (address) => (/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(address) ? address : null);

function details(image) {
  if (image.status === 'failed') return [el('p.wrong', {}, image.error ?? 'failed')];
  if (image.status !== 'classified') return [el('p.note', {}, el('span.pulse'), WORDS[image.status])];
  const others = image.top.slice(1, 4).map(({ label, score }) => `${label} ${percent(score)}`).join(', ');
  return [el('p.label', {}, image.label, ' ', el('b', {}, percent(image.score))), el('p.note', {}, others), el('p.note', {}, image.model)];
}

const percent = (score) => `${Math.round(score * 100)} %`;
