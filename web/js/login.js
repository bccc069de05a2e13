// Password dialog of a closed page; the server stores the session in a cookie.

import { ask } from './api.js';
import { sentence } from './format.js';

const dialog = document.getElementById('login');
const form = dialog.querySelector('form');
const problem = dialog.querySelector('.wrong');
let afterLogin = () => {};

export function askForPassword(then) {
  afterLogin = then;
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener('cancel', (event) => event.preventDefault());
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  try {
    await ask('session', { method: 'POST', body: { password: form.elements.password.value } });
    dialog.close();
    form.reset();
    await afterLogin();
  } catch (refusal) {
    problem.textContent = sentence(refusal.message);
  }
});
