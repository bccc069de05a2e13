// A page that is not open to everybody asks for its password once; the server keeps it in a cookie.

import { ask } from './api.js';
import { sentence } from './words.js';

const dialog = document.getElementById('login');
const form = dialog.querySelector('form');
const wrong = dialog.querySelector('.wrong');
let after = () => {};

export function askForPassword(then) {
  after = then;
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener('cancel', (event) => event.preventDefault());
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  wrong.textContent = '';
  try {
    await ask('session', { method: 'POST', body: { password: form.elements.password.value } });
    dialog.close();
    form.reset();
    await after();
  } catch (refusal) {
    wrong.textContent = sentence(refusal.message);
  }
});
