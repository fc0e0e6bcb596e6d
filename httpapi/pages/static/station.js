import { api, byId, el, every, post, soon, tell } from './api.js';
import { correctedFields, fieldTable, fieldsOf, headline, trackingOf } from './fields.js';
import { percent, t, water, when } from './lang.js';
import { signedIn, title } from './nav.js';
import { queue } from './queue.js';
import { usage } from './usage.js';
import { stateOf, verdictOf } from './words.js';
import { View } from './view.js';

const name = new URLSearchParams(location.search).get('name') || '';
const path = 'v1/stations/' + encodeURIComponent(name);
const view = new View(byId('view'));
let live = true, last = null, oldest = 0, correcting = null, opened = null; // opened: an older reading that somebody looks at

title(name);
byId('csv').href = 'v1/readings?format=csv&station=' + encodeURIComponent(name);

// verdict fills the large line: what an operator sees from two metres.
function verdict(s) {
  const st = stateOf(s.state), big = byId('verdict');
  let v = s.last ? verdictOf(s.last) : { text: st.text, cls: st.cls, why: '' };
  if (!s.online) v = { text: st.text, cls: 'bad', why: s.message || '' };
  else if (['duplicate', 'please_turn', 'blurred', 'dark', 'settling', 'moving', 'reading', 'empty'].includes(s.state)) v = { text: st.text, cls: st.cls, why: s.message || '' };
  const value = s.last ? [headline(s.last), ...trackingOf(s.last)].filter(Boolean).join(' · ') : '';
  const text = v.text + '|' + value + '|' + v.why;
  if (big.dataset.text === text) return; // a screen reader should hear it once
  big.dataset.text = text;
  big.className = 'verdict ' + v.cls;
  const first = s.last?.duplicate_of;
  big.replaceChildren(v.text, el('small', {}, value), first ? el('small', {}, el('a', { href: '#last', id: 'first', onclick: () => open(first) }, t('firstReading', v.why))) : el('small', {}, v.why));
}

// open shows an older reading in the place of the newest.
async function open(id) {
  const a = await api('v1/readings/' + id);
  if (a.status === 200) opened = a.body;
  live = !opened;
  choose(live);
  fill();
}

// fill writes the reading that is shown beside its picture.
function fill() {
  const r = opened || last;
  byId('whose').hidden = !opened;
  if (opened) byId('whose').firstChild.textContent = t('readingNo', '#' + opened.id);
  if (!r) return;
  const tracked = trackingOf(r), c = r.counter;
  byId('last').replaceChildren(el('div', { class: 'value' }, headline(r) || '–'), el('p', {}, `${when(r.ts)} ${percent(r.confidence)}`),
    tracked.length ? el('p', { id: 'tracking' }, `${t('tracking')}: ${tracked[0]}`, tracked[1] ? ` (${t('carrier')}: ${tracked[1]})` : '') : '',
    c && c.flow_m3_per_h ? el('p', {}, t('flowNow', water(c.flow_m3_per_h))) : '', fieldTable(correctedFields(r), (i, on) => view.light(i, on)));
}

// Boxes stand on the picture that they were found in, and on no other.
function picture(s) {
  const r = opened || last;
  view.mark(live || !r ? [] : fieldsOf(r.data));
  if (live && s.online) view.show(path + '/live', t('noPicture'));
  else if (live) view.say(s.message || t('noLive'));
  else if (r && r.picture) view.show(`v1/readings/${r.id}/image`, t('notKept'));
  else view.say(t('notKept'));
}

// offer shows which reading the form corrects: the newest, or the one that somebody has begun to correct.
function offer() {
  const r = correcting || last;
  byId('correct').hidden = !r || r.kind !== 'water-meter';
  if (r) tell(byId('which'), t('shouldBe', `${headline(r) || '–'} (${when(r.ts)})`));
}

function show(s) {
  verdict(s);
  const st = stateOf(s.state);
  byId('state').replaceChildren(el('span', { class: 'badge ' + (s.online ? st.cls : 'bad') }, st.text), s.message ? ' ' + s.message : '');
  if (s.last && (!last || last.id !== s.last.id || last.corrected !== s.last.corrected)) {
    last = s.last;
    fill();
    offer();
    history();
    if (last.kind !== 'water-meter') queue(name, refresh);
    usage(name, last.kind);
    byId('leak').hidden = !last.counter?.leak;
  }
  picture(s);
}

function line(r) {
  const v = verdictOf(r);
  return el('tr', { 'data-id': r.id }, el('td', {}, when(r.ts)), el('td', {}, el('button', { class: 'plain', type: 'button', onclick: () => open(r.id) }, headline(r) || '–')),
    el('td', { class: 'rare' }, percent(r.confidence)), el('td', { class: v.cls }, v.text + (v.why ? ': ' : ''), r.duplicate_of ? el('button', { class: 'plain', type: 'button', onclick: () => open(r.duplicate_of) }, v.why) : v.why));
}

// history shows the newest readings, or older ones below; rows that stand are kept, so that a new reading leaves the older open.
async function history(older = false) {
  const { body } = await api(`v1/readings?limit=30&station=${encodeURIComponent(name)}${older && oldest ? '&before=' + oldest : ''}`, soon());
  const table = byId('readings').tBodies[0], rows = new Map([...table.rows].map((tr) => [Number(tr.dataset.id), tr]));
  for (const r of body.readings) rows.set(r.id, line(r));
  table.replaceChildren(...[...rows.keys()].sort((a, b) => b - a).map((id) => rows.get(id)));
  if (!body.readings.length) byId('more').hidden = true;
  else if (older || !oldest) {
    oldest = body.readings.at(-1).id;
    byId('more').hidden = body.readings.length < 30;
  }
}

async function refresh() {
  const { body } = await api('v1/stations', soon());
  byId('main').hidden = false;
  signedIn();
  const s = body.stations.find((x) => x.name === name);
  if (s) show(s);
  else byId('state').textContent = t('noSuchStation');
}

function choose(wantLive) {
  live = wantLive;
  byId('showLive').setAttribute('aria-pressed', String(live));
  byId('showLast').setAttribute('aria-pressed', String(!live));
  refresh();
}

byId('showLive').addEventListener('click', () => choose(true));
byId('showLast').addEventListener('click', () => choose(false));
byId('newest').addEventListener('click', () => { opened = null; fill(); refresh(); });
byId('more').addEventListener('click', () => history(true));
byId('read').addEventListener('click', async (e) => {
  e.target.disabled = true;
  const a = await api(path + '/read', { method: 'POST' });
  e.target.disabled = false;
  if (a.status !== 200) byId('state').textContent = a.detail || a.body.error[0].message;
  else await refresh();
});
// Readings go on while somebody types: what is sent is about the reading that was shown when they began.
byId('correct').addEventListener('input', () => { correcting ??= last; offer(); });
byId('correct').addEventListener('reset', () => { correcting = null; offer(); });
byId('correct').addEventListener('submit', async (e) => {
  e.preventDefault();
  const value = new FormData(e.target).get('value');
  const a = await post(`v1/readings/${(correcting || last).id}/correction`, { value });
  byId('state').textContent = a.status === 200 ? t('wasCorrected') : a.detail || a.body.error[0].message;
  if (a.status === 200) e.target.reset();
  await refresh();
});

function stale() {
  const st = stateOf('no_answer');
  byId('state').replaceChildren(el('span', { class: 'badge ' + st.cls }, st.text));
  const big = byId('verdict');
  big.dataset.text = '';
  big.className = 'verdict ' + st.cls;
  big.replaceChildren(st.text);
  view.say(st.text);
}
every(1000, refresh, stale);
