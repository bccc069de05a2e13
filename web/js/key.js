// A key that opens a desk: asked for once, kept for this tab, sent with each request.

import { Refusal } from './api.js';
import { el } from './dom.js';
import { sentence } from './words.js';

/** A browser that keeps nothing of any page refuses the very word: then a key holds until the page is closed. */
function kept(use) {
  try {
    return use(sessionStorage) ?? null;
  } catch {
    return null;
  }
}

export class Key {
  #name;
  #held;

  constructor(name) {
    this.#name = name;
    this.#held = kept((storage) => storage.getItem(name));
  }

  get held() {
    return this.#held;
  }

  #hold(text) {
    this.#held = text;
    kept((storage) => (text === null ? storage.removeItem(this.#name) : storage.setItem(this.#name, text)));
  }

  forget() {
    this.#hold(null);
  }

  /** A form that asks for it; `enter` tries it, and says by a refusal that it does not fit. */
  form(label, enter) {
    const input = el('input.field', { id: 'key', type: 'password', autocomplete: 'off', required: true });
    const wrong = el('p.wrong', { role: 'alert' });
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = '';
      this.#hold(input.value.trim());
      try {
        await enter();
      } catch (refusal) {
        this.forget();
        if (!(refusal instanceof Refusal)) throw refusal;
        wrong.textContent = sentence(refusal.message);
        input.select();
      }
    };
    return el('form.key', { onsubmit: submit }, el('label', { for: 'key' }, label), input, wrong, el('button.strong', { type: 'submit' }, 'Enter'));
  }
}
