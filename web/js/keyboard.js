// Keyboard shortcuts: j and k move between cards, / opens the search.

import { go } from './route.js';

const CARDS = 'main section:not([hidden]) article';

export function handleKeys() {
  addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === '/') {
      event.preventDefault();
      go({ view: 'search' });
    }
  });
}

function step(by) {
  const cards = [...document.querySelectorAll(CARDS)];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
  next?.querySelector('button, a, video')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
