// DOM elements. Text is always a text node, so nothing from X or the football API is interpreted as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Create an element: el('a.source', {href, onclick}, 'text', child). */
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

/** Create an icon of the sprite, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** Return the address if it is https, else null. */
export function safeLink(address) {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Set the text if it changed: no flicker, no repeated announcement. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Order a list's children by key; unchanged nodes are not moved, so a playing clip goes on. */
export function reconcile(list, items, key, make, update) {
  const nodes = new Map([...list.children].map((node) => [node.dataset.key, node]));
  const names = new Set(items.map((item) => String(key(item))));
  for (const [name, node] of nodes) if (!names.has(name)) node.remove();
  let cursor = list.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let node = nodes.get(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    if (node === cursor) cursor = cursor.nextElementSibling;
    else list.insertBefore(node, cursor);
    update(node, item);
  }
}
