// Forms whose fields are explained, and whose faults stand at the field that they are about.
import { api, el } from './api.js';
import { fault, t } from './lang.js';

// field is a labelled input with its hint; path is what faults call it.
export function field(path, label, input, hint) {
  const id = 'f' + (field.count = (field.count || 0) + 1);
  input.id = id;
  input.setAttribute('aria-describedby', id + 'w');
  return el('div', { class: 'field' }, el('label', { for: id }, label), input, hint ? el('small', {}, hint) : null, el('small', { class: 'bad', id: id + 'w', 'data-fault': path }));
}

export function select(name, options, value) {
  const s = el('select', { name }, ...options.map(([v, text]) => el('option', { value: v }, text)));
  s.value = value;
  return s;
}

export function clear(form) {
  form.replaceChildren();
}

// showFaults writes each fault at its field, or, where no field is known by its path, below the form.
export function showFaults(form, faults) {
  for (const e of form.querySelectorAll('[data-fault]')) e.textContent = '';
  for (const f of faults) {
    const at = [...form.querySelectorAll('[data-fault]')];
    const place = at.find((e) => e.dataset.fault === f.path) || at.find((e) => f.path && e.dataset.fault && f.path.startsWith(e.dataset.fault + '.')) || at.find((e) => e.dataset.fault === '');
    const known = place.dataset.fault !== '' || !f.path;
    place.textContent += (place.textContent ? ' ' : '') + (known ? '' : f.path + ': ') + fault(f.says);
  }
  form.querySelector('[data-fault]:not(:empty)')?.scrollIntoView({ block: 'nearest' });
}

// patch sends a change and returns its faults, null when it was made.
export async function patch(path, body) {
  const a = await api(path, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (a.status === 200) return null;
  return a.body.faults || [{ path: '', says: a.detail || t('failed') }];
}

// readForm says what is under way, then what came of it: a word, or faults.
export async function readForm(form, under, act) {
  const said = form.querySelector('.said');
  showFaults(form, []);
  said.textContent = t(under);
  const came = await act();
  said.textContent = typeof came === 'string' ? t(came) : '';
  if (typeof came !== 'string') showFaults(form, came);
}
