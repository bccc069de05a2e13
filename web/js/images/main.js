// An organisation's images: put there by drag, choice or camera, each with its label as soon as there is one.

import { ask, Refusal } from '../api.js';
import { follow } from '../clock.js';
import { el, icon, keep } from '../dom.js';
import { Key } from '../key.js';
import { announce, back, lost, nothing, say } from '../notices.js';
import { makeImage, updateImage } from './card.js';
import { send, TYPES } from './sending.js';

const BUSY = 1_500;
const IDLE = 10_000;

const key = new Key('organisation');
const main = document.getElementById('main');
const leave = document.getElementById('leave');
const choose = el('input.unseen', { id: 'files', type: 'file', accept: TYPES.join(','), multiple: true, onchange: () => take(choose) });
const shoot = el('input.unseen', { id: 'camera', type: 'file', accept: 'image/*', capture: 'environment', onchange: () => take(shoot) });
const well = el('div.well', {}, icon('upload'), el('p', {}, 'Drop images here, or'),
  el('div.row', {}, choose, el('label.strong', { for: 'files' }, 'Choose files'), shoot, el('label.again', { for: 'camera' }, icon('camera'), 'Camera')),
  el('p.note', {}, 'PNG, JPEG, WEBP or GIF, at most 5 MB each.'));
const rising = el('ul.rising', { 'aria-label': 'Uploads' });
const list = el('ul.images', { 'aria-label': 'Images' });
const empty = el('div');
const more = el('button.again', { hidden: true, onclick: () => (pages += 1, watch()) }, 'More');

let images = new Map();
let pages = 1;
let waiting = 0;
let heard = new Date();

const request = (path, options = {}) => ask(path, { ...options, key: key.held });
const address = (name) => `images/${encodeURIComponent(name)}`;

/** All pages that are open, each time: what is said of an image changes on any of them. */
async function look() {
  const found = [];
  let cursor = null;
  for (let page = 0; page < pages && (cursor || !page); page += 1) {
    const told = await request('images', { query: { cursor } });
    found.push(...told.images);
    cursor = told.cursor;
  }
  images = new Map(found.map((image) => [image.name, image]));
  more.hidden = !cursor;
  draw();
}

function draw() {
  keep(list, [...images.values()], (image) => image.name, () => makeImage({ retry, remove }), updateImage);
  empty.replaceChildren(...(images.size ? [] : [nothing('No image yet', 'The first one gets its label in a few seconds.')]));
}

/** Again and again: often while something is being looked at, seldom when not. */
async function watch() {
  clearTimeout(waiting);
  try {
    const before = new Map([...images].map(([name, image]) => [name, image.status]));
    await look();
    heard = new Date();
    back();
    for (const [name, image] of images) {
      if (image.status === 'classified' && before.has(name) && before.get(name) !== 'classified') announce(`${name}: ${image.label}`);
    }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.status === 401) return left();
    lost(heard);
  }
  const busy = [...images.values()].some(({ status }) => status === 'queued' || status === 'running');
  if (key.held) waiting = setTimeout(watch, busy || rising.children.length ? BUSY : IDLE);
}

async function act(name, what, said) {
  try {
    await what();
    say(said);
  } catch (refusal) {
    say(`${name}: ${refusal.message}`);
  }
  await watch();
}

const retry = (name) => act(name, () => request(`${address(name)}/retry`, { method: 'POST' }), 'It is looked at again');

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
  await Promise.all(files.map((file) => send(file, request, rising)));
  await watch();
}

for (const name of ['dragover', 'dragenter']) {
  addEventListener(name, (event) => {
    event.preventDefault();
    well.classList.add('over');
  });
}
addEventListener('dragleave', (event) => event.relatedTarget || well.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  well.classList.remove('over');
  if (key.held) put([...event.dataTransfer.files]);
});

function start() {
  clearTimeout(waiting);
  leave.hidden = !key.held;
  if (!key.held) return main.replaceChildren(key.form('Your organisation’s token', enter));
  return main.replaceChildren(well, rising, empty, list, more);
}

async function enter() {
  await look();
  start();
  watch();
}

/** The token is gone, or good for nothing any more. */
function left() {
  key.forget();
  images = new Map();
  pages = 1;
  start();
}

leave.addEventListener('click', left);
follow().catch(() => {});
start();
if (key.held) watch();
