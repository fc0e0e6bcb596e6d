// The aiming view: one picture after another, each with the boxes that were found in it and what would be read.
import { api, byId, el } from './api.js';
import { fieldsOf, headline } from './fields.js';
import { percent, t } from './lang.js';
import { View } from './view.js';
import { told } from './words.js';

const PAUSE = 300;
const view = new View(byId('aimView'));
let aiming = '', best = 0;

export function stopAiming() {
  aiming = '';
  byId('aim').hidden = true;
}

// bar is a line of the meters. Bars are for the eye; the words beside them say the same.
function bar(word, value, least, most, text) {
  return el('tr', { 'data-meter': word }, el('th', { scope: 'row' }, t(word)), el('td', {}, el('meter', { min: least, max: most, value, 'aria-label': t(word) })), el('td', {}, text));
}

function show(a) {
  best = Math.max(best, a.focus);
  view.show('data:image/jpeg;base64,' + a.jpeg);
  view.mark(fieldsOf(a.data));
  const value = headline({ data: a.data });
  byId('reads').textContent = value ? `${t('willRead')}: ${value}` : t('nothing');
  byId('sure').textContent = value ? `${t('sureness')} ${percent(a.confidence)}` : told(a.message || '');
  const advice = a.advice.map((w) => t(w === 'glare' ? 'glareAdvice' : w)).join(' ');
  if (byId('advice').textContent !== advice) byId('advice').textContent = advice; // a screen reader should hear it once
  byId('meters').tBodies[0].replaceChildren(bar('focus', a.focus, 0, best || 1, `${percent(a.focus / (best || 1))}, ${t('best')} ${Math.round(best)}`),
    bar('light', a.light, 0, 255, percent(a.light / 255)), bar('glare', a.glare, 0, 0.2, percent(a.glare)), bar('height', a.height, 0, 60, a.height ? Math.round(a.height) + ' px' : ''));
}

// aim looks through a station's camera until the view is closed.
export async function aim(name) {
  if (aiming === name) return;
  aiming = name;
  best = 0;
  byId('aim').hidden = false;
  byId('done').textContent = '';
  byId('reads').textContent = '';
  byId('sure').textContent = '';
  byId('advice').textContent = '';
  byId('meters').tBodies[0].replaceChildren();
  view.say(t('waiting'));
  byId('aim').scrollIntoView({ block: 'start' });
  while (aiming === name) {
    if (!document.hidden) {
      try {
        const a = await api(`v1/stations/${encodeURIComponent(name)}/aim`, { method: 'POST' });
        if (aiming !== name) return;
        if (a.status === 200) show(a.body);
        else view.say(`${t('waiting')} ${a.status === 503 ? a.body.error[0].message : ''}`);
      } catch {
        view.say(t('waiting'));
      }
    }
    await new Promise((r) => setTimeout(r, PAUSE));
  }
}

byId('aimEnd').addEventListener('click', stopAiming);
byId('right').addEventListener('click', async (e) => {
  const name = aiming;
  e.target.disabled = true;
  const a = await api(`v1/stations/${encodeURIComponent(name)}/read`, { method: 'POST' });
  e.target.disabled = false;
  const link = el('a', { href: 'station?name=' + encodeURIComponent(name) }, t('toStation'));
  byId('done').replaceChildren(a.status === 200 ? `${t('didRead')} ${headline(a.body)} ` : `${a.detail || t('failed')} `, link);
});
