// Image page of an organisation: upload by drop, choice or camera, and labels as they arrive.

import { ask, Refusal } from '../api.js';
import { follow } from '../clock.js';
import { el, icon, reconcile } from '../dom.js';
import { Key } from '../key.js';
import { announce, back, lost, nothing, say } from '../notices.js';
import { makeImage, updateImage } from './card.js';
import { TYPES, upload } from './upload.js';

const BUSY_MS = 1_500;
const IDLE_MS = 10_000;

const key = new Key('organisation');
const main = document.getElementById('main');
const leave = document.getElementById('leave');
const choose = el('input.unseen', { id: 'files', type: 'file', accept: TYPES.join(','), multiple: true, onchange: () => take(choose) });
const cameraInput = el('input.unseen', { id: 'camera', type: 'file', accept: 'image/*', capture: 'environment', onchange: () => take(cameraInput) });
const dropZone = el('div.well', {}, icon('upload'), el('p', {}, 'Drop images here, or'),
  el('div.row', {}, choose, el('label.strong', { for: 'files' }, 'Choose files'), cameraInput, el('label.again', { for: 'camera' }, icon('camera'), 'Camera')),
  el('p.note', {}, 'PNG, JPEG, WEBP or GIF, at most 5 MB each.'));
const uploads = el('ul.rising', { 'aria-label': 'Uploads' });
const list = el('ul.images', { 'aria-label': 'Images' });
const empty = el('div');
const more = el('button.again', { hidden: true, onclick: () => (pages += 1, watch()) }, 'More');

let images = new Map();
let pages = 1;
let timer = 0;
let lastAnswer = new Date();

const request = (path, options = {}) => ask(path, { ...options, key: key.text });
const address = (name) => `images/${encodeURIComponent(name)}`;

/** Load all open pages again, because any image may change. */
async function loadImages() {
  const loaded = [];
  let cursor = null;
  for (let page = 0; page < pages && (cursor || !page); page += 1) {
    const result = await request('images', { query: { cursor } });
    loaded.push(...result.images);
    cursor = result.cursor;
  }
  images = new Map(loaded.map((image) => [image.name, image]));
  more.hidden = !cursor;
  draw();
}

function draw() {
  reconcile(list, [...images.values()], (image) => image.name, () => makeImage({ retry, remove }), updateImage);
  empty.replaceChildren(...(images.size ? [] : [nothing('No image yet', 'Upload one above; its label appears in a few seconds.')]));
}

/** Poll: often while images are being classified, rarely otherwise. */
async function watch() {
  clearTimeout(timer);
  try {
    const before = new Map([...images].map(([name, image]) => [name, image.status]));
    await loadImages();
    lastAnswer = new Date();
    back();
    for (const [name, image] of images) {
      if (image.status === 'classified' && before.has(name) && before.get(name) !== 'classified') announce(`${name}: ${image.label}`);
    }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.status === 401) return signOut();
    lost(lastAnswer);
  }
  const busy = [...images.values()].some(({ status }) => status === 'queued' || status === 'running');
  if (key.text) timer = setTimeout(watch, busy || uploads.children.length ? BUSY_MS : IDLE_MS);
}

async function act(name, send, message) {
  try {
    await send();
    say(message);
  } catch (refusal) {
    say(`${name}: ${refusal.message}`);
  }
  await watch();
}

const retry = (name) => act(name, () => request(`${address(name)}/retry`, { method: 'POST' }), 'Retrying');

async function remove(name) {
  if (!confirm(`Delete ${name}?`)) return;
  await act(name, async () => {
    await request(address(name), { method: 'DELETE' });
    images.delete(name);
  }, 'Deleted');
}

function take(input) {
  put([...input.files]);
  input.value = '';
}

async function put(files) {
  await Promise.all(files.map((file) => upload(file, request, uploads)));
  await watch();
}

for (const name of ['dragover', 'dragenter']) {
  addEventListener(name, (event) => {
    event.preventDefault();
    dropZone.classList.add('over');
  });
}
addEventListener('dragleave', (event) => event.relatedTarget || dropZone.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  dropZone.classList.remove('over');
  if (key.text) put([...event.dataTransfer.files]);
});

function start() {
  clearTimeout(timer);
  leave.hidden = !key.text;
  if (!key.text) return main.replaceChildren(key.form('Your organisation’s token', enter));
  return main.replaceChildren(dropZone, uploads, empty, list, more);
}

function begin() {
  start();
  if (key.text) watch();
}

async function enter() {
  await loadImages();
  start();
  watch();
}

/** Forget the token, because it was removed or revoked. */
function signOut() {
  key.forget();
  images = new Map();
  pages = 1;
  start();
}

leave.addEventListener('click', signOut);
follow().catch(() => {});
addEventListener('hashchange', () => key.takeFromAddress() && begin());
begin();
