// What the box was not sure of waits here for a person: put right, or confirmed with one tap.
import { api, byId, el, post, soon } from './api.js';
import { fieldsOf } from './fields.js';
import { percent, t, when } from './lang.js';
import { SURE, fieldName, waits } from './words.js';
import { View } from './view.js';

const LOOK_BACK = 100; // readings

const cards = new Map(); // by id: somebody may be typing in one

// card shows a reading with a line for each field; those in doubt come marked.
function card(r, done) {
  const fields = fieldsOf(r.data).filter((f) => !f.picture && f.row === undefined), picture = el('div', { class: 'view' }), view = new View(picture);
  const doubtful = (f) => !(f.confidence >= SURE);
  const lines = fields.map((f, i) => {
    const input = el(f.value.length > 40 ? 'textarea' : 'input', { name: f.name, autocomplete: 'off', class: doubtful(f) ? 'doubt' : null });
    input.value = f.value;
    input.addEventListener('focus', () => view.light(i, true));
    input.addEventListener('blur', () => view.light(i, false));
    return el('label', {}, fieldName(f.name) + ' ', el('small', { class: doubtful(f) ? 'warn' : '' }, percent(f.confidence)), input);
  });
  const said = el('p', { class: 'bad', role: 'alert' });
  const send = async (changedOnly) => {
    const by = {};
    for (const f of fields) {
      const value = form.elements[f.name]?.value;
      if (f.name === 'tracking' || value === undefined || (changedOnly && value === f.value)) continue;
      by[f.name] = value;
    }
    const a = await post(`v1/readings/${r.id}/correction`, { fields: by });
    if (a.status !== 200) said.textContent = a.detail || a.body.error[0].message;
    else done();
  };
  const form = el('form', { class: 'fields' }, ...lines, said, el('p', { class: 'row' }, el('button', { type: 'button', class: 'go right', onclick: () => send(false) }, t('isRight')), el('button', { class: 'change' }, t('saveCorrection'))));
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    send(!fields.every((f) => form.elements[f.name]?.value === f.value));
  });
  view.mark(fields);
  if (r.picture) view.show(`v1/readings/${r.id}/image`, t('notKept'));
  else view.say(t('notKept'));
  return el('article', { class: 'split check', 'data-check': r.id, 'aria-label': t('readingNo', r.id) }, el('div', {}, el('p', {}, `#${r.id}, ${when(r.ts)}`), picture), form);
}

// queue shows the station's readings that wait; changed is called when one of them was put right.
export async function queue(station, changed) {
  const { body } = await api(`v1/readings?limit=${LOOK_BACK}&station=${encodeURIComponent(station)}`, soon());
  const list = body.readings.filter(waits);
  const done = async () => { await queue(station, changed); changed(); };
  for (const id of cards.keys()) if (!list.some((r) => r.id === id)) cards.delete(id);
  for (const r of list) if (!cards.has(r.id)) cards.set(r.id, card(r, done));
  byId('queue').hidden = !list.length;
  byId('queueTitle').textContent = t('checkQueue', list.length);
  const wanted = list.map((r) => cards.get(r.id)), have = [...byId('checks').children];
  if (wanted.length !== have.length || wanted.some((c, i) => c !== have[i])) byId('checks').replaceChildren(...wanted);
}
