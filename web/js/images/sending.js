// One file on its way: a ticket from the API, then straight to the bucket, with its progress.

import { el, write } from '../dom.js';

export const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const ODD = /[^A-Za-z0-9 ._()-]+/g;
const EDGES = /^[^A-Za-z0-9]+|[^A-Za-z0-9)]+$/g;
// what an iPhone calls each of its photographs
const ANY = /^image\.jpe?g$/i;
const LONGEST = 90;
const SHOWN = 8_000;
let photographs = 0;

/** A name as the bucket takes it: letters without accents, and nothing odd; what other files may be called too is told apart. */
export function nameOf(name, now = new Date()) {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
  const [, stem, kind = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(bare);
  const plain = stem.replace(ODD, '-').replace(/\.{2,}/g, '.').slice(-LONGEST).replace(EDGES, '');
  const apart = ANY.test(name) ? `${now.toISOString().replaceAll(':', '.')}-${(photographs += 1)}` : plain === stem ? '' : digest(name);
  return [plain || 'image', apart].filter(Boolean).join('-') + kind;
}

const digest = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 0).toString(36);

export async function send(file, request, list) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': `Upload of ${file.name}` });
  const said = el('span.note', {}, 'waits');
  const row = el('li', {}, el('span', {}, file.name), bar, said);
  list.append(row);
  try {
    if (!TYPES.includes(file.type)) throw new Error('neither PNG, JPEG, WEBP nor GIF');
    const ticket = await request('images', { method: 'POST', body: { name: nameOf(file.name), content_type: file.type } });
    if (file.size > ticket.max_bytes) throw new Error(`larger than ${Math.floor(ticket.max_bytes / 2 ** 20)} MB`);
    await post(ticket, file, (share) => {
      bar.value = share;
      write(said, `${Math.round(share * 100)} %`);
    });
    row.remove();
  } catch (failure) {
    row.classList.add('failed');
    write(said, failure.message);
    bar.remove();
    setTimeout(() => row.remove(), SHOWN);
  }
}

function post(ticket, file, progress) {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', (event) => event.lengthComputable && progress(event.loaded / event.total));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(new Error(`refused (${request.status})`))));
    request.addEventListener('error', () => reject(new Error('the connection was lost')));
    request.open('POST', ticket.url);
    request.send(form);
  });
}
