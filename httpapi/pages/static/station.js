import { api, byId, el, every, percent, post, soon, when } from './api.js';
import { correctedFields, fieldTable, fieldsOf, headline } from './fields.js';
import { stateOf, verdictOf } from './words.js';
import { View } from './view.js';

const name = new URLSearchParams(location.search).get('name') || '';
const path = 'v1/stations/' + encodeURIComponent(name);
const view = new View(byId('view'));
let live = true, last = null, oldest = 0, correcting = null;

byId('name').textContent = name;
document.title = name + ' - lensd';
byId('csv').href = 'v1/readings?format=csv&station=' + encodeURIComponent(name);

// verdict fills the large line: what an operator sees from two metres.
function verdict(s) {
  const st = stateOf(s.state), big = byId('verdict');
  let v = s.last ? verdictOf(s.last) : { text: st.text, cls: st.cls, why: '' };
  if (!s.online) v = { text: st.text, cls: 'bad', why: s.message || '' };
  else if (['duplicate', 'please_turn', 'blurred', 'dark', 'settling', 'moving', 'reading', 'empty'].includes(s.state)) v = { text: st.text, cls: st.cls, why: s.message || '' };
  const value = s.last ? headline(s.last) : '';
  const text = v.text + '|' + value + '|' + v.why;
  if (big.dataset.text === text) return; // a screen reader should hear it once
  big.dataset.text = text;
  big.className = 'verdict ' + v.cls;
  big.replaceChildren(v.text, el('small', {}, value), el('small', {}, v.why));
}

// Boxes stand on the picture that they were found in, and on no other.
function picture(s) {
  view.mark(live || !last ? [] : fieldsOf(last.data));
  if (live && s.online) view.show(path + '/live', 'No picture');
  else if (live) view.say(s.message || 'The camera delivers no picture.');
  else if (last && last.picture) view.show(`v1/readings/${last.id}/image`, 'No picture is kept of this reading.');
  else view.say('No picture is kept of this reading.');
}

// offer shows which reading the form corrects: the newest, or the one that somebody has begun to correct.
function offer() {
  const r = correcting || last;
  byId('correct').hidden = !r || r.kind !== 'water-meter';
  if (r) byId('which').textContent = `${headline(r) || '–'}, ${when(r.ts)}`;
}

function show(s) {
  verdict(s);
  const st = stateOf(s.state);
  byId('state').replaceChildren(el('span', { class: 'badge ' + (s.online ? st.cls : 'bad') }, st.text), s.message ? ' ' + s.message : '');
  if (s.last && (!last || last.id !== s.last.id || last.corrected !== s.last.corrected)) {
    last = s.last;
    byId('last').replaceChildren(el('div', { class: 'value' }, headline(last) || '–'), el('p', {}, `${when(last.ts)} ${percent(last.confidence)}`),
      fieldTable(correctedFields(last), (i, on) => view.light(i, on)));
    offer();
    history();
  }
  picture(s);
}

function line(r) {
  const v = verdictOf(r);
  return el('tr', { 'data-id': r.id }, el('td', {}, when(r.ts)), el('td', {}, r.picture ? el('a', { href: `v1/readings/${r.id}/image` }, headline(r) || '–') : headline(r) || '–'),
    el('td', { class: 'rare' }, percent(r.confidence)), el('td', { class: v.cls }, v.text + (v.why ? ': ' + v.why : '')));
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
  const s = body.stations.find((x) => x.name === name);
  if (s) show(s);
  else byId('state').textContent = 'This box has no station of this name.';
}

function choose(wantLive) {
  live = wantLive;
  byId('showLive').setAttribute('aria-pressed', String(live));
  byId('showLast').setAttribute('aria-pressed', String(!live));
  refresh();
}

byId('showLive').addEventListener('click', () => choose(true));
byId('showLast').addEventListener('click', () => choose(false));
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
  byId('state').textContent = a.status === 200 ? 'Corrected.' : a.detail || a.body.error[0].message;
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
