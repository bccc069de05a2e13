// Elements by hand. Text is always a text node, so that nothing from X or the football API is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** el('a.source', {href, onclick}, 'text', child): an element with classes, attributes, listeners and children. */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) set(node, key, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function set(node, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
  else if (key === 'data') Object.assign(node.dataset, value);
  else node.setAttribute(key, value === true ? '' : value);
}

/** A picture of the sprite; it says nothing to a screen reader. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** A link that leads out only by https, and nowhere else but here. */
export function outward(address) {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Writes only what changed: nothing flickers, and a screen reader is not told twice. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Brings the children of a list in order by key; those that stay are not touched, so that a clip plays on. */
export function keep(list, items, key, make, update) {
  const known = new Map([...list.children].map((node) => [node.dataset.key, node]));
  const wanted = new Set(items.map((item) => String(key(item))));
  for (const [name, node] of known) if (!wanted.has(name)) node.remove();
  let cursor = list.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let node = known.get(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    if (node === cursor) cursor = cursor.nextElementSibling;
    else list.insertBefore(node, cursor);
    update(node, item);
  }
}
