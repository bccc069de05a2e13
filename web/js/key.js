// A key that opens a desk: asked for once, kept for this tab, sent with each request.

import { Refusal } from './api.js';
import { el } from './dom.js';
import { sentence } from './words.js';

export class Key {
  #name;

  constructor(name) {
    this.#name = name;
  }

  get held() {
    return sessionStorage.getItem(this.#name);
  }

  forget() {
    sessionStorage.removeItem(this.#name);
  }

  /** A form that asks for it; `enter` tries it, and says by a refusal that it does not fit. */
  form(label, enter) {
    const input = el('input.field', { id: 'key', type: 'password', autocomplete: 'off', required: true });
    const wrong = el('p.wrong', { role: 'alert' });
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = '';
      sessionStorage.setItem(this.#name, input.value.trim());
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
