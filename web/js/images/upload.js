// Upload of one file: a form from the API, then directly to the bucket, with progress.

import { el, setText } from '../dom.js';

export const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const UNSAFE = /[^A-Za-z0-9 ._()-]+/g;
const EDGES = /^[^A-Za-z0-9]+|[^A-Za-z0-9)]+$/g;
// the name that an iPhone gives to each photograph
const GENERIC = /^image\.jpe?g$/i;
const MAX_LENGTH = 90;
const SHOWN_MS = 8_000;
let photographs = 0;

/** Return a safe object name; names that would collide get a suffix. */
export function nameOf(name, now = new Date()) {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
  const [, stem, kind = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(bare);
  const plain = stem.replace(UNSAFE, '-').replace(/\.{2,}/g, '.').slice(-MAX_LENGTH).replace(EDGES, '');
  const suffix = GENERIC.test(name) ? `${now.toISOString().replaceAll(':', '.')}-${(photographs += 1)}` : plain === stem ? '' : digest(name);
  return [plain || 'image', suffix].filter(Boolean).join('-') + kind;
}

const digest = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 0).toString(36);

export async function upload(file, request, list) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': `Upload of ${file.name}` });
  const message = el('span.note', {}, 'waiting');
  const row = el('li', {}, el('span', {}, file.name), bar, message);
  list.append(row);
  try {
    if (!TYPES.includes(file.type)) throw new Error('Not a PNG, JPEG, WEBP or GIF. Convert it first.');
    const ticket = await request('images', { method: 'POST', body: { name: nameOf(file.name), content_type: file.type } });
    if (file.size > ticket.max_bytes) throw new Error(`Larger than ${Math.floor(ticket.max_bytes / 2 ** 20)} MB. Make it smaller.`);
    await post(ticket, file, (share) => {
      bar.value = share;
      setText(message, `${Math.round(share * 100)} %`);
    });
    row.remove();
  } catch (failure) {
    row.classList.add('failed');
    setText(message, failure.message);
    bar.remove();
    setTimeout(() => row.remove(), SHOWN_MS);
  }
}

function post(ticket, file, progress) {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', (event) => event.lengthComputable && progress(event.loaded / event.total));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(new Error(`The bucket refused it (${request.status}). Try again.`))));
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')));
    request.open('POST', ticket.url);
    request.send(form);
  });
}
