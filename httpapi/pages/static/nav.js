// The top of every page: where one can go, the language, the way out.
import { byId, el } from './api.js';
import { switchTo, t, thai, translate } from './lang.js';

const PAGES = [['./', 'nav.stations'], ['try', 'nav.documents'], ['phone', 'nav.phone'], ['fleet', 'fleet.boxes'], ['health', 'nav.health'], ['setup', 'nav.setup'], ['openapi.yaml', 'nav.api']];

translate();
const here = location.pathname.split('/').at(-1) || './';
const out = el('button', { id: 'out', class: 'plain', type: 'button', onclick: async () => {
  await fetch('v1/session', { method: 'DELETE' });
  location.reload();
} }, t('signOut'));
out.hidden = true;
document.querySelector('header').append(el('nav', { 'aria-label': t('nav.pages') },
  ...PAGES.map(([href, word]) => el('a', { href, 'aria-current': href === here ? 'page' : null }, t(word))),
  el('button', { id: 'language', class: 'plain', type: 'button', lang: thai ? 'en' : 'th', onclick: () => switchTo(thai ? 'en' : 'th') }, t('other')), out));

// title names the page, in the window too.
export function title(text) {
  byId('title').textContent = text;
  document.title = text + ' - lensd';
}

// signedIn shows the way out.
export function signedIn() {
  out.hidden = false;
}
