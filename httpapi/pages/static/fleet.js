// The page of all boxes at this box's broker. What others say of themselves is text here, never markup.
import { api, byId, el, every, soon } from './api.js';
import { t, when } from './lang.js';
import { signedIn, title } from './nav.js';

function configOf(c) {
  if (!c) return '';
  if (c.trying) return t('fleet.trying', c.in_use, c.trying);
  if (c.refused) return t('fleet.refused', c.in_use, c.refused.version);
  return c.waits > c.in_use ? t('fleet.waits', c.in_use, c.waits) : String(c.in_use);
}

function row(b) {
  const a = b.about || { stations: [] };
  const last = a.stations.map((s) => s.last).filter(Boolean).sort((x, y) => Date.parse(x) - Date.parse(y)).pop();
  const bad = b.troubles.filter((x) => x !== 'offline');
  return el('tr', { 'data-box': b.id },
    el('td', {}, el('span', { class: 'badge ' + (b.online ? 'ok' : 'bad') }, b.online ? t('fleet.online') : t('fleet.offline')), ' ' + (a.name && a.name !== b.id ? `${b.id} (${a.name})` : b.id)),
    el('td', {}, b.about ? `${a.stations.filter((s) => s.online).length}/${a.stations.length}` : ''),
    el('td', {}, last ? when(last) : t('fleet.never')),
    el('td', { class: 'rare' }, a.version || ''),
    el('td', { class: 'rare' }, b.about ? `${a.queue} / ${a.outbox}` : ''),
    el('td', { class: 'rare' }, a.clock ? (a.clock === 'synced' ? t('fleet.synced') : t('fleet.unsynced')) : ''),
    el('td', { class: 'rare' }, a.disk_size ? Math.floor((100 * a.disk_free) / a.disk_size) + ' %' : ''),
    el('td', { class: 'rare' }, typeof a.temperature === 'number' ? Math.round(a.temperature) + ' °C' : ''),
    el('td', {}, configOf(a.config)),
    el('td', { class: bad.length ? 'bad' : '' }, bad.join(' · ') || (b.online ? t('fleet.well') : '')));
}

async function refresh() {
  const { status, body } = await api('v1/fleet', soon());
  byId('main').hidden = false;
  signedIn();
  byId('notice').hidden = status === 200;
  byId('notice').textContent = status === 200 ? '' : t('fleet.noBroker');
  const boxes = status === 200 ? body.boxes : [];
  byId('sum').textContent = t('fleet.sum', boxes.filter((b) => b.online).length, boxes.length);
  byId('boxes').tBodies[0].replaceChildren(...boxes.map(row));
}

title(t('fleet.boxes'));
every(10_000, refresh);
