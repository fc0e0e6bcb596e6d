// The set-up page: a new box is claimed with the code from its log; then stations, the broker and keys.
import { api, byId, el, post, signIn } from './api.js';
import { aim, stopAiming } from './aim.js';
import { clear, field, patch, readForm, select, showFaults } from './form.js';
import { has, t } from './lang.js';
import { signedIn, title } from './nav.js';
import { View } from './view.js';

title(t('setup'));

const kindName = (kind) => (has('kind.' + kind) ? t('kind.' + kind) : kind);

let config = null, fileName = ''; // the configuration as shown; the station that is being changed, '' for a new one

// claimed waits until the box has a key and this browser is signed in with one.
async function claimed() {
  const state = await (await fetch('v1/setup')).json();
  if (!state.open) return;
  byId('claim').hidden = false;
  const form = byId('claimForm');
  form.replaceChildren(field('code', t('code'), el('input', { name: 'code', required: '', autocomplete: 'off', autocapitalize: 'characters' })), el('button', { class: 'go' }, t('go')), el('p', { class: 'bad', 'data-fault': '', role: 'alert' }));
  await new Promise((done) => form.addEventListener('submit', async (e) => {
    e.preventDefault();
    const answer = await fetch('v1/setup/code', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code: form.code.value }) });
    const body = await answer.json();
    if (!answer.ok) {
      showFaults(form, [{ path: '', says: body.error[0].message }]);
      return;
    }
    byId('claim').hidden = true;
    byId('freshKey').textContent = body.key;
    byId('fresh').hidden = false;
    byId('freshDone').addEventListener('click', () => { byId('fresh').hidden = true; byId('freshKey').textContent = ''; done(); });
  }));
}

async function load() {
  const { status, body, detail } = await api('v1/config');
  if (status !== 200) {
    byId('notice').hidden = false;
    byId('notice').textContent = detail || body.error[0].message;
    return;
  }
  config = body;
  byId('notice').hidden = !config.problem;
  byId('notice').textContent = config.problem || '';
  byId('main').hidden = false;
  signedIn();
  byId('stations').replaceChildren(...(config.stations.length ? config.stations.map(row) : [el('p', {}, t('noStation'))]));
  brokerForm();
  await keys();
  await tls();
}

function row(s) {
  return el('div', { class: 'row item', 'data-station': s.name }, el('b', {}, s.name), el('span', {}, kindName(s.kind)),
    el('button', { type: 'button', onclick: () => aim(s.name) }, t('aim')), el('button', { type: 'button', onclick: () => stationForm(s) }, t('change')),
    el('button', { type: 'button', onclick: () => removeStation(s.name) }, t('remove')));
}

async function removeStation(name) {
  if (!confirm(t('sureRemove'))) return;
  stopAiming();
  const a = await api('v1/config/stations/' + encodeURIComponent(name), { method: 'DELETE' });
  if (a.status !== 200) byId('notice').textContent = a.body.faults ? a.body.faults[0].says : t('failed');
  await load();
  byId('notice').hidden = a.status === 200 && !config.problem;
}

const SIZES = [['3.125', 'size25'], ['5', 'size4'], ['7.875', 'size63'], ['12.5', 'size10'], ['20', 'size16'], ['0', 'sizeNone']]; // 1.25 times Q3 (ISO 4064-1)

function cameras(s) {
  const list = config.devices.map((d) => [JSON.stringify({ source: d.source, device: d.path }), d.name + (d.path ? ` (${d.path.split('/').at(-1)})` : '')]);
  for (const source of ['rtsp', 'http', 'push']) list.push([JSON.stringify({ source, device: '' }), t(source)]);
  const now = s && JSON.stringify({ source: s.camera.source, device: s.camera.device });
  if (s && !list.some(([v]) => v === now)) list.unshift(['', t('asInFile')]);
  return { list, now: s && list.some(([v]) => v === now) ? now : list[0][0] };
}

function triggerOf(s, meter) {
  if (!s) return meter ? 'every:5m' : 'settle';
  if (s.trigger.settle) return 'settle';
  if (s.trigger.on) return 'command';
  if (s.trigger.every) return 'every:' + s.trigger.every;
  return '';
}

// stationForm shows the form of a station, or of a new one.
function stationForm(s) {
  stopAiming();
  fileName = s ? s.name : '';
  const form = byId('stationForm');
  clear(form);
  byId('tried').hidden = true;
  byId('station').hidden = false;
  const { list, now } = cameras(s), c = s ? s.camera : { url: '', username: '', password: false };
  const kinds = config.kinds.map((k) => [k, kindName(k)]);
  const name = el('input', { name: 'name', required: '', value: s ? s.name : '', autocomplete: 'off', autocapitalize: 'none' });
  if (s) name.readOnly = true;
  const triggers = [['every:1m', 'every1'], ['every:5m', 'every5'], ['every:15m', 'every15'], ['every:1h', 'every60'], ['settle', 'settle'], ['command', 'command']].map(([v, w]) => [v, t(w)]);
  const trigger = triggerOf(s, true);
  if (s && !triggers.some(([v]) => v === trigger)) triggers.unshift([trigger, t('asInFile')]);
  const rate = s ? String(s.gate.max_rate_per_hour) : '5', sizes = SIZES.map(([v, w]) => [v, t(w)]);
  if (!sizes.some(([v]) => v === rate)) sizes.unshift([rate, t('asInFile')]);
  form.append(field('name', t('name'), name, t('nameHint')), field('kind', t('kind'), select('kind', kinds, s ? s.kind : 'water-meter')),
    field('camera', t('camera'), select('camera', list, now)),
    el('div', { class: 'fields', 'data-for': 'net' }, field('camera.url', t('url'), el('input', { name: 'url', inputmode: 'url', autocapitalize: 'none', value: c.url }), t('urlHint')),
      field('camera.username', t('user'), el('input', { name: 'username', autocomplete: 'off', autocapitalize: 'none', value: c.username })),
      field('camera.password', t('password'), el('input', { name: 'password', type: 'password', autocomplete: 'new-password', placeholder: c.password ? t('keptPassword') : '' }))),
    field('trigger', t('trigger'), select('trigger', triggers, trigger)),
    el('div', { class: 'fields', 'data-for': 'meter' }, field('gate.max_rate_per_hour', t('size'), select('rate', sizes, rate), t('sizeHint')),
      field('gate.decimals', t('decimals'), el('input', { name: 'decimals', type: 'number', min: '0', max: '6', value: s ? s.gate.decimals : 3 }))),
    el('p', { class: 'bad', 'data-fault': '', role: 'alert' }), el('p', { class: 'row' }, el('button', { type: 'button', id: 'tryCamera' }, t('tryCamera')), el('button', { class: 'go', id: 'save' }, t('saveAim'))), el('p', { class: 'said', role: 'status' }));
  const suit = () => {
    const source = form.camera.value ? JSON.parse(form.camera.value).source : '', meter = form.kind.value === 'water-meter';
    form.querySelector('[data-for=net]').hidden = !['rtsp', 'http'].includes(source);
    form.querySelector('[data-for=meter]').hidden = !meter;
    byId('tryCamera').hidden = ['', 'push'].includes(source);
  };
  form.kind.onchange = () => { if (!s) form.trigger.value = triggerOf(null, form.kind.value === 'water-meter'); suit(); };
  form.camera.onchange = suit;
  suit();
  byId('tryCamera').onclick = () => tryCamera(form);
  form.scrollIntoView({ block: 'start' });
  name.focus();
}

// cameraOf is the form's camera as a change; undefined: it stays as the file says.
function cameraOf(form) {
  if (!form.camera.value) return undefined;
  const { source, device } = JSON.parse(form.camera.value), net = ['rtsp', 'http'].includes(source);
  const out = { source, device: device || null, url: net ? form.url.value.trim() : null, username: net && form.username.value ? form.username.value : null };
  if (form.password.value) out.password = form.password.value;
  return out;
}

function stationOf(form) {
  const out = { name: form.name.value.trim(), kind: form.kind.value }, camera = cameraOf(form), [how, every] = form.trigger.value.split(':');
  if (camera) out.camera = camera;
  if (how) out.trigger = { every: every || null, cron: null, settle: how === 'settle' ? true : null, on: how === 'command' ? 'command' : null };
  if (out.kind === 'water-meter') out.gate = { max_rate_per_hour: Number(form.rate.value), decimals: Number(form.decimals.value) };
  return out;
}

async function tryCamera(form) {
  showFaults(form, []);
  const button = byId('tryCamera'), said = form.querySelector('.said');
  button.disabled = true;
  said.textContent = t('trying');
  const camera = Object.fromEntries(Object.entries(cameraOf(form)).filter(([, v]) => v !== null));
  const answer = await fetch('v1/config/try/camera', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: fileName, camera }) });
  button.disabled = false;
  said.textContent = '';
  if (answer.status === 401) return signIn();
  if (!answer.ok) {
    const body = await answer.json();
    return showFaults(form, body.faults || [{ path: 'camera', says: body.error[0].message }]);
  }
  const view = new View(byId('tried'));
  byId('tried').hidden = false;
  view.show(URL.createObjectURL(await answer.blob()));
}

byId('add').addEventListener('click', () => stationForm(null));
byId('stationForm').addEventListener('submit', async (e) => {
  e.preventDefault();
  const form = e.target, s = stationOf(form), said = form.querySelector('.said');
  showFaults(form, []);
  if (!fileName && config.stations.some((x) => x.name === s.name)) return showFaults(form, [{ path: 'name', says: 'stands twice' }]);
  said.textContent = t('saving');
  const faults = await patch('v1/config/stations/' + encodeURIComponent(s.name || '-'), s);
  said.textContent = '';
  if (faults) return showFaults(form, faults);
  byId('station').hidden = true;
  await load();
  await aim(s.name);
});

function brokerForm() {
  const m = config.mqtt, form = byId('mqttForm'), own = ['embedded', 'none'].includes(m.broker);
  clear(form);
  form.append(field('choice', t('broker'), select('choice', [['embedded', t('embedded')], ['elsewhere', t('elsewhere')], ['none', t('none')]], own ? m.broker : 'elsewhere')),
    el('div', { class: 'fields', 'data-for': 'elsewhere' }, field('broker', t('url'), el('input', { name: 'broker', inputmode: 'url', autocapitalize: 'none', value: own ? '' : m.broker }), t('brokerHint')),
      field('username', t('user'), el('input', { name: 'username', autocomplete: 'off', autocapitalize: 'none', value: m.username })),
      field('password', t('password'), el('input', { name: 'password', type: 'password', autocomplete: 'new-password', placeholder: m.password ? t('keptPassword') : '' }))),
    field('discovery', t('discovery'), el('input', { name: 'discovery', type: 'checkbox' })), el('p', { class: 'bad', 'data-fault': '', role: 'alert' }),
    el('p', { class: 'row' }, el('button', { type: 'button', id: 'tryBroker' }, t('tryBroker')), el('button', { class: 'go' }, t('save'))), el('p', { class: 'said', role: 'status' }));
  form.discovery.checked = m.discovery !== 'none';
  const suit = () => {
    const away = form.choice.value === 'elsewhere';
    form.querySelector('[data-for=elsewhere]').hidden = !away;
    byId('tryBroker').hidden = !away;
  };
  form.choice.onchange = suit;
  suit();
  const wanted = () => {
    const out = { broker: form.choice.value === 'elsewhere' ? form.broker.value.trim() : form.choice.value, discovery: form.discovery.checked ? 'homeassistant' : 'none' };
    if (form.choice.value === 'elsewhere') out.username = form.username.value || null;
    if (form.password.value) out.password = form.password.value;
    return out;
  };
  byId('tryBroker').onclick = () => readForm(form, 'trying', async () => {
    const { broker, username, password } = wanted();
    const a = await post('v1/config/try/mqtt', { broker, username: username || '', password: password || '' });
    return a.status === 200 ? 'joined' : a.body.faults || [{ path: '', says: t('failed') }];
  });
  form.onsubmit = (e) => {
    e.preventDefault();
    readForm(form, 'saving', async () => await patch('v1/config/mqtt', wanted()) || 'saved');
  };
}

async function keys() {
  const { body } = await api('v1/keys');
  byId('keys').tBodies[0].replaceChildren(...(body.keys || []).map((k) => el('tr', { 'data-key': k.name }, el('th', { scope: 'row' }, k.name), el('td', {}, t(k.role)),
    el('td', {}, el('button', { type: 'button', onclick: () => revoke(k.name) }, t('revoke'))))));
  const form = byId('keyForm');
  clear(form);
  form.append(field('name', t('name'), el('input', { name: 'name', required: '', autocomplete: 'off' })), field('role', t('role'), select('role', ['read', 'operate', 'admin'].map((r) => [r, t(r)]), 'read')),
    el('p', { class: 'bad', 'data-fault': '', role: 'alert' }), el('button', {}, t('make')), el('p', { class: 'said', role: 'status' }));
  form.onsubmit = async (e) => {
    e.preventDefault();
    const a = await post('v1/keys', { name: form.name.value.trim(), role: form.role.value });
    if (a.status !== 200) return showFaults(form, a.body.faults || [{ path: '', says: t('failed') }]);
    await keys();
    byId('keyForm').querySelector('.said').replaceChildren(`${a.body.name}: `, el('code', {}, a.body.key));
  };
}

// tls shows the box's certificate, and makes one; the page then goes on over HTTPS.
async function tls() {
  const { body } = await api('v1/certificate'), said = el('p', { class: 'bad', role: 'alert' }), secure = 'https://' + location.host + location.pathname;
  const make = el('button', { type: 'button', id: 'tlsMake', onclick: async () => {
    make.disabled = true;
    const a = await api('v1/certificate', { method: 'POST' });
    if (a.status !== 200) said.textContent = a.body.faults ? a.body.faults[0].says : t('failed');
    else byId('tls').replaceChildren(el('p', {}, t('tlsOn')), el('p', {}, el('code', { id: 'fingerprint' }, a.body.fingerprint)), el('p', {}, el('a', { href: secure, id: 'secure' }, t('tlsGo'))));
  } }, t('tlsMake'));
  if (body.mode === 'off') byId('tls').replaceChildren(el('p', {}, t('tlsOff')));
  else if (body.fingerprint) byId('tls').replaceChildren(el('p', {}, t('tlsOn')), el('p', {}, el('code', { id: 'fingerprint' }, body.fingerprint)));
  else byId('tls').replaceChildren(make, said);
}

async function revoke(name) {
  const a = await api('v1/keys/' + encodeURIComponent(name), { method: 'DELETE' });
  if (a.status !== 200) return showFaults(byId('keyForm'), a.body.faults || [{ path: '', says: t('failed') }]);
  await keys();
}

await claimed();
await load();
