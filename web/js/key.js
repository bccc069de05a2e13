// Access key of the operator console or image page: entered once or taken from a sign-in link, stored for this tab.

import { Refusal } from './api.js';
import { el } from './dom.js';
import { sentence } from './format.js';

/** Use the session storage; a browser that blocks it throws, and the key lasts until the page is closed. */
function withStorage(use) {
  try {
    return use(sessionStorage) ?? null;
  } catch {
    return null;
  }
}

export class Key {
  #name;
  #text;

  constructor(name) {
    this.#name = name;
    this.#text = withStorage((storage) => storage.getItem(name));
    this.takeFromAddress();
  }

  /** Take the key of a sign-in link (`#key=...`) and remove it from the address; return whether there was one. */
  takeFromAddress() {
    const text = new URLSearchParams(location.hash.slice(1)).get('key');
    if (!text) return false;
    history.replaceState(null, '', location.pathname + location.search);
    this.#store(text);
    return true;
  }

  get text() {
    return this.#text;
  }

  #store(text) {
    this.#text = text;
    withStorage((storage) => (text === null ? storage.removeItem(this.#name) : storage.setItem(this.#name, text)));
  }

  forget() {
    this.#store(null);
  }

  /** Create a form for the key; `enter` tries it and throws a Refusal if it is wrong. */
  form(label, enter) {
    const input = el('input.field', { id: 'key', type: 'password', autocomplete: 'off', required: true });
    const problem = el('p.wrong', { role: 'alert' });
    const submit = async (event) => {
      event.preventDefault();
      problem.textContent = '';
      this.#store(input.value.trim());
      try {
        await enter();
      } catch (refusal) {
        this.forget();
        if (!(refusal instanceof Refusal)) throw refusal;
        problem.textContent = sentence(refusal.message);
        input.select();
      }
    };
    return el('form.key', { onsubmit: submit }, el('label', { for: 'key' }, label), input, problem, el('button.strong', { type: 'submit' }, 'Enter'));
  }
}
