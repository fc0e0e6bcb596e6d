import { api, byId, el, every, soon } from './api.js';
import { headline } from './fields.js';
import { percent, t, when } from './lang.js';
import { signedIn, title } from './nav.js';
import { stateOf, verdictOf } from './words.js';
import { checkName } from './checks.js';
import { View } from './view.js';

const cards = new Map();

// card makes or finds the element of a station; its picture is one frame at a time, because a browser keeps only six
// connections to a box and endless streams would use them up.
function card(name) {
  if (cards.has(name)) return cards.get(name);
  const c = { view: el('div', { class: 'view' }), value: el('div', { class: 'value' }), state: el('p', { class: 'state' }), about: el('small') };
  c.root = el('article', { class: 'card', 'data-station': name }, c.view, el('div', { class: 'body' },
    el('h2', {}, el('a', { href: 'station?name=' + encodeURIComponent(name) }, name)), c.value, c.about, c.state));
  c.picture = new View(c.view);
  cards.set(name, c);
  byId('stations').append(c.root);
  return c;
}

function update(s) {
  const c = card(s.name);
  const st = stateOf(s.state);
  c.state.replaceChildren(el('span', { class: 'badge ' + (s.online ? st.cls : 'bad') }, st.text), s.message ? ' ' + s.message : '');
  if (s.last) {
    c.value.textContent = headline(s.last) || '–';
    const v = verdictOf(s.last);
    c.about.replaceChildren(`${when(s.last.ts)} ${percent(s.last.confidence)} `, el('span', { class: v.cls }, v.text + (v.why ? ': ' + v.why : '')));
  }
  if (s.online) c.picture.show(`v1/stations/${encodeURIComponent(s.name)}/frame?t=${Date.parse(s.frame_at) || 0}`, t('noPicture'));
  else c.picture.say(s.message || t('noPicture'));
}

function line(r) {
  const v = verdictOf(r);
  return el('tr', {}, el('td', {}, when(r.ts)), el('td', {}, r.station), el('td', {}, headline(r) || '–'), el('td', { class: 'rare' }, percent(r.confidence)),
    el('td', { class: v.cls }, v.text + (v.why ? ': ' + v.why : '')));
}

async function refresh() {
  const { body } = await api('v1/stations', soon());
  title(body.box.name || body.box.id || 'lensd');
  byId('main').hidden = false;
  signedIn();
  for (const [name, c] of cards) {
    if (body.stations.some((s) => s.name === name)) continue;
    c.root.remove();
    cards.delete(name);
  }
  body.stations.forEach(update);
  if (!body.stations.length) byId('stations').replaceChildren(el('p', {}, t('noStations') + ' ', el('a', { href: 'setup', id: 'first' }, t('setOneUp')), ' · ', el('a', { href: 'try' }, t('sendDocument'))));
  const recent = await api('v1/readings?limit=20', soon());
  byId('readings').tBodies[0].replaceChildren(...recent.body.readings.map(line));
  const ready = await (await fetch('readyz', soon())).json();
  const bad = ready.checks.filter((c) => !c.ok);
  byId('notice').hidden = !bad.length;
  const text = bad.map((c) => (c.message ? `${checkName(c.name)}: ${c.message}` : t('notReady', checkName(c.name)))).join(' · ');
  if (byId('notice').dataset.text !== text) byId('notice').replaceChildren(text + ' ', el('a', { href: 'health' }, t('whatToDo')));
  byId('notice').dataset.text = text;
}

// stale takes the green away from what is no longer known.
function stale() {
  const st = stateOf('no_answer');
  for (const c of cards.values()) {
    c.state.replaceChildren(el('span', { class: 'badge ' + st.cls }, st.text));
    c.picture.say(st.text);
  }
}
every(2000, refresh, stale);
