// What a station's readings add up to: water by hour, day and month and its flow, or documents an hour.
import { api, byId, el, soon } from './api.js';
import { bars, numbers } from './chart.js';
import { locale, onWall, t, water } from './lang.js';

const DAY = 86_400_000;
const LATE = 1.5; // times its own length: then a bar holds what flowed before it

let path = '', by = 'hour', meter = true, anchor = null, seen = 0;

const day = (d) => d.toISOString().slice(0, 10);

// limits are the first day of what is shown and the first after it, counted on the box's own calendar.
function limits() {
  const y = anchor.getUTCFullYear(), m = anchor.getUTCMonth();
  if (by === 'day') return [new Date(Date.UTC(y, m, 1)), new Date(Date.UTC(y, m + 1, 1))];
  if (by === 'month') return [new Date(Date.UTC(y, 0, 1)), new Date(Date.UTC(y + 1, 0, 1))];
  return [anchor, new Date(anchor.getTime() + DAY)];
}

function move(n) {
  const [from, to] = limits();
  anchor = n > 0 ? to : new Date(from.getTime() - DAY);
  const now = today(), [first, after] = limits();
  if (now >= first && now < after) anchor = now; // from a year back to its day is today, not the first of January
  show();
}

const LABELS = { quarter: { hour: '2-digit', minute: '2-digit' }, hour: { hour: '2-digit', minute: '2-digit' }, day: { day: 'numeric' }, month: { month: 'short' } };
const NAMES = { quarter: { timeStyle: 'short' }, hour: { timeStyle: 'short' }, day: { dateStyle: 'medium' }, month: { month: 'long', year: 'numeric' } };
const SPANS = { quarter: { dateStyle: 'long' }, hour: { dateStyle: 'long' }, day: { month: 'long', year: 'numeric' }, month: { year: 'numeric' } };

// barsOf turns the answer's parts into bars; flow is the mean of a quarter of an hour.
function barsOf(buckets) {
  return buckets.map((b) => {
    const seconds = (new Date(b.end) - new Date(b.start)) / 1000, future = new Date(b.start) > Date.now();
    let value = meter ? b.m3 : b.counted;
    if (meter && value !== null && by === 'quarter') value = (value * 3600) / seconds;
    if (!meter && !b.readings) value = 0;
    return { label: onWall(b.start, LABELS[by]), name: onWall(b.start, NAMES[by]), value: future ? undefined : value, hatched: meter && b.longest_span_s > LATE * seconds };
  });
}

async function show() {
  const mine = ++seen, [from, to] = limits(), query = `${path}/usage?by=${by}&from=${day(from)}&to=${day(to)}`;
  const a = await api(query, soon());
  if (mine !== seen || a.status !== 200) return;
  const list = barsOf(a.body.buckets), all = a.body.buckets;
  const write = meter ? (v) => (by === 'quarter' ? t('anHour', water(v)) : water(v)) : (v) => String(v);
  const name = from.toLocaleDateString(locale, { timeZone: 'UTC', ...SPANS[by] }), sum = all.reduce((s, b) => s + ((meter ? b.m3 : b.counted) || 0), 0), peak = Math.max(0, ...all.map((b) => b.peak_m3_per_h || 0));
  const nav = el('p', { class: 'row' }, el('button', { type: 'button', id: 'earlier', onclick: () => move(-1), 'aria-label': t('before') }, '‹'), el('strong', { id: 'period', 'aria-live': 'polite' }, name),
    el('button', { type: 'button', id: 'later', onclick: () => move(1), 'aria-label': t('later') }, '›'), el('span', { id: 'sum' }, t('total', meter ? water(sum) : String(sum))),
    meter && peak ? el('span', {}, t('largestFlow', water(peak))) : null, el('a', { href: query + '&format=csv' }, 'CSV'));
  nav.querySelector('#later').disabled = to > Date.now();
  const empty = !all.some((b) => b.counted);
  const drawn = bars(list, write, t('chartOf', list[0].name, list.at(-1).name) + ': ' + t('total', meter ? water(sum) : String(sum)));
  byId('chart').replaceChildren(nav, empty ? el('p', {}, t('noUsage')) : '', drawn, list.some((b) => b.hatched) ? el('p', {}, el('small', {}, t('hatched'))) : '', numbers(list, write, [t('time'), byId('usageTitle').textContent]));
}

// usage shows the station's charts, and again when a reading has come.
export function usage(station, kind) {
  if (!path) {
    path = 'v1/stations/' + encodeURIComponent(station);
    meter = kind === 'water-meter';
    byId('usageTitle').textContent = meter ? t('consumption') : kind === 'shipping-label' ? t('parcels') : t('documentsAnHour');
    anchor = today();
    const periods = [['hour', 'byHour'], ['day', 'byDay'], ['month', 'byMonth'], ...(meter ? [['quarter', 'byQuarter']] : [])];
    byId('periods').replaceChildren(...periods.map(([b, word]) => el('button', { type: 'button', 'data-by': b, 'aria-pressed': String(b === by), onclick: () => {
      by = b;
      for (const x of byId('periods').children) x.setAttribute('aria-pressed', String(x.dataset.by === by));
      show();
    } }, t(word))));
  }
  return show();
}

// today is the day on the reader's clock, which is the box's but for travellers.
const today = () => new Date(day(new Date(Date.now() - new Date().getTimezoneOffset() * 60_000)));
