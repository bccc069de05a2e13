// Player of a goal's clips: the best first, the next angle by button, key or swipe.

import { el, icon, safeLink, setText } from './dom.js';
import { say } from './notices.js';
import { shouldSaveData } from './preferences.js';
import { plural, resolution, seconds } from './format.js';

const SWIPE_PIXELS = 40;
let playing = null;

/** Return whether a clip is playing; then nothing above it may move. */
export const isPlaying = () => playing !== null && !playing.paused && playing.isConnected;

export class Player {
  #clips = [];
  #shownId = null;
  #name = '';
  #title = '';
  #touchStart = null;

  constructor() {
    this.stage = el('div.stage');
    this.facts = el('p.facts');
    this.back = el('button.round', { 'aria-label': 'Previous angle', onclick: () => this.#step(-1) }, icon('left'));
    this.forth = el('button.round', { 'aria-label': 'Next angle', onclick: () => this.#step(1) }, icon('right'));
    this.count = el('span.count');
    this.angles = el('div.angles', {}, this.back, this.count, this.forth);
    this.share = el('button.round', { 'aria-label': 'Share this clip', onclick: () => this.#share() }, icon('share'));
    this.node = el('div.player', { onkeydown: (event) => this.#key(event) }, this.stage,
      el('div.under', {}, this.facts, this.angles, this.share));
    this.stage.addEventListener('touchstart', (event) => (this.#touchStart = event.changedTouches[0]), { passive: true });
    this.stage.addEventListener('touchend', (event) => this.#swipe(event.changedTouches[0]), { passive: true });
  }

  /** Set the clips; the shown one stays even if its rank changed. */
  update(clips, name, title) {
    this.#clips = clips;
    this.#name = name;
    this.#title = title;
    const current = clips.find((clip) => clip.share_id === this.#shownId);
    const video = this.stage.querySelector('video');
    this.#show(current && video ? current : clips[0]);
  }

  #at() {
    return this.#clips.findIndex((clip) => clip.share_id === this.#shownId);
  }

  #step(by) {
    const plays = this.stage.querySelector('video') !== null;
    this.#show(this.#clips[(this.#at() + by + this.#clips.length) % this.#clips.length]);
    if (plays) this.play();
  }

  #show(clip) {
    if (clip.share_id !== this.#shownId) {
      this.#shownId = clip.share_id;
      this.#showPoster(clip);
    }
    this.#describe(clip);
  }

  /** Show the poster in a frame of the clip's size. */
  #showPoster(clip) {
    const poster = el('img.poster', { alt: '', loading: 'lazy', decoding: 'async', src: shouldSaveData() ? null : clip.poster });
    poster.addEventListener('error', () => poster.remove());
    const label = `Play the clip of ${this.#name}`;
    const button = el('button.play', { 'aria-label': label, onclick: () => this.play() }, icon('play'));
    this.stage.replaceChildren(poster, button, el('span.length', {}, seconds(clip.duration)));
  }

  #describe(clip) {
    const source = safeLink(clip.source_url);
    const mark = clip.verified
      ? el('span.verified', { title: 'The picture shows the minute of this goal' }, icon('check'), `${clip.minute}' verified`)
      : el('span.unverified', { title: 'The picture shows no readable minute' }, 'minute not shown');
    const both = clip.compilation ? el('span', {}, 'more than one goal') : null;
    const copies = clip.popularity > 1 ? el('span', {}, `posted ${clip.popularity}×`) : null;
    const link = source ? el('a', { href: source, rel: 'noopener noreferrer', target: '_blank' }, 'source') : null;
    const facts = el('p.facts', {}, mark, el('span', {}, resolution(clip)), both, copies, link);
    if (facts.textContent !== this.facts.textContent) {
      this.facts.replaceWith(facts);
      this.facts = facts;
    }
    this.angles.hidden = this.#clips.length < 2;
    setText(this.count, `${this.#at() + 1} / ${this.#clips.length}`);
    this.count.setAttribute('aria-label', `angle ${this.#at() + 1} of ${plural(this.#clips.length, 'angle')}`);
  }

  play() {
    const clip = this.#clips[this.#at()];
    playing?.pause();
    const video = el('video', {
      src: clip.video, poster: clip.poster, controls: true, playsinline: true, preload: 'auto', tabindex: '0',
      'aria-label': `Clip of ${this.#name}`,
    });
    video.muted = true;
    video.addEventListener('play', () => {
      if (playing && playing !== video) playing.pause();
      playing = video;
    });
    video.addEventListener('error', () => this.#showError());
    this.stage.replaceChildren(video);
    playing = video;
    video.play().catch(() => {});
    video.focus({ preventScroll: true });
  }

  #showError() {
    const again = el('button.again', { onclick: () => this.play() }, 'Try again');
    this.stage.replaceChildren(el('div.broken', {}, el('p', {}, 'This clip cannot be played right now.'), again));
  }

  #key(event) {
    if (event.target.tagName === 'VIDEO' || this.#clips.length < 2) return;
    if (event.key === 'ArrowRight') this.#step(1);
    else if (event.key === 'ArrowLeft') this.#step(-1);
  }

  #swipe(to) {
    const across = to.clientX - this.#touchStart.clientX;
    const down = to.clientY - this.#touchStart.clientY;
    if (this.#clips.length > 1 && Math.abs(across) > SWIPE_PIXELS && Math.abs(across) > 2 * Math.abs(down)) {
      this.#step(across < 0 ? 1 : -1);
    }
  }

  async #share() {
    const url = new URL(this.#clips[this.#at()].share, location.origin).href;
    try {
      if (navigator.share) await navigator.share({ title: this.#title, url });
      else {
        await navigator.clipboard.writeText(url);
        say('Link copied');
      }
    } catch (refused) {
      if (refused.name !== 'AbortError') say(url);
    }
  }
}
