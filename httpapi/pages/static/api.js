// What every page shares: asking the box, signing in, small helpers for the DOM.
import { t } from './lang.js';

const PATIENCE = 90_000; // as long as a reading may take

// api fetches a path of this box as JSON; a missing session asks for the key first.
export async function api(path, options = {}) {
  const answer = await fetch(path, { signal: options.signal || AbortSignal.timeout(PATIENCE), ...options });
  if (answer.status === 401) {
    await signIn();
    return api(path, options);
  }
  const body = answer.status === 204 ? null : await answer.json();
  return { status: answer.status, body, detail: answer.headers.get('X-Error-Detail'), retryAfter: Number(answer.headers.get('Retry-After')) || 0 };
}

export function post(path, body) {
  return api(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

let asking = null; // one dialog, however many requests wait for it

// signIn shows the dialog until the box takes a key. A box that has none yet is set up first.
export function signIn() {
  fetch('v1/setup').then((a) => a.json()).then((s) => { if (s.open && !location.pathname.endsWith('/setup')) location.href = 'setup'; }).catch(() => {});
  asking ??= new Promise((done) => {
    const said = el('p', { class: 'bad', role: 'alert' });
    const key = el('input', { id: 'key', type: 'password', autocomplete: 'current-password', required: '' });
    const form = el('form', { id: 'signin', method: 'dialog' }, el('h2', { id: 'signinTitle' }, t('signIn')), el('label', {}, t('serviceKey') + ' ', key),
      said, el('button', { class: 'go' }, t('signIn')), el('small', {}, t('keyHint')));
    const dialog = el('dialog', { 'aria-labelledby': 'signinTitle' }, form);
    dialog.addEventListener('cancel', (e) => e.preventDefault());
    form.addEventListener('submit', async (e) => {
      e.preventDefault();
      const answer = await fetch('v1/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ key: key.value }) });
      if (answer.ok) {
        dialog.remove();
        asking = null;
        done();
        return;
      }
      const body = await answer.json();
      said.textContent = body.error[0].message;
      key.select();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

// el makes an element; text children are text, never markup.
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (v !== undefined && v !== null) e.setAttribute(k, v);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

export const byId = (id) => document.getElementById(id);

// tell changes an element's text only where it differs: a screen reader should hear it once.
export function tell(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

const STALE = 10_000;

// every runs f now and then again after each pause, while the page is visible. After ten seconds without an answer what the
// page shows is old: stale is called and the element notice says so, until the box answers again.
export function every(ms, f, stale = () => {}) {
  const notice = byId('notice');
  let good = Date.now(), away = false;
  setInterval(() => {
    if (document.hidden || away || document.querySelector('dialog') || Date.now() - good < STALE) return;
    away = true;
    notice.hidden = false;
    tell(notice, t('away'));
    stale();
  }, 500);
  document.addEventListener('visibilitychange', () => { good = Date.now(); });
  (async () => {
    for (;;) {
      if (!document.hidden) {
        try {
          await f();
          good = Date.now();
          if (away) notice.hidden = true;
          away = false;
        } catch (e) {
          console.error(e);
        }
      }
      await new Promise((r) => setTimeout(r, ms));
    }
  })();
}

// soon is what a question to the box may take that every repeats.
export const soon = () => ({ signal: AbortSignal.timeout(STALE) });
