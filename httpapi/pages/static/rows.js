// The rows of a printed table as a table again, with those marked that do not add up, and a statement's movements as files.
import { byId, el, signIn } from './api.js';
import { percent, t } from './lang.js';
import { fieldName } from './words.js';
import { xlsx } from './xlsx.js';

const DOUBTFUL = 0.8; // figures below are worth a look

// brokenRows reads the entries that name a page and a row ("page 1: row 3: …") into a map from 'page row' to what is wrong.
export function brokenRows(answer) {
  const said = new Map();
  for (const e of answer?.error || answer?.error_list || []) {
    const m = /^page (\d+): row (\d+): (.*)$/s.exec(e.message || '');
    if (m) said.set(`${m[1]} ${m[2]}`, m[3]);
  }
  return said;
}

// rowTables makes a table a page of the fields that are cells of rows, and one of each table of cells. A cell lights its boxes through onLight.
export function rowTables(fields, broken, onLight = () => {}, name = fieldName) {
  const all = fields.map((f, i) => ({ ...f, index: i }));
  const pages = Map.groupBy(all.filter((f) => f.row !== undefined), (f) => f.of ?? 0);
  const grids = Map.groupBy(all.filter((f) => f.grid), (f) => `${f.of ?? 0} ${f.grid.table}`);
  return [...[...pages].map(([of, cells]) => listed(of, cells, broken, onLight, name)), ...[...grids.values()].map((cells) => grid(cells, onLight))];
}

function listed(of, cells, broken, onLight, name) {
  const rows = [...Map.groupBy(cells, (c) => c.row).values()];
  const body = rows.map((row, n) => {
    const wrong = broken.get(`${of + 1} ${n + 1}`);
    return el('tr', wrong ? { class: 'broken', title: wrong } : {}, el('th', { class: 'rare', scope: 'row' }, n + 1), ...row.map((c) => cell(c, onLight)), el('td', { class: 'bad' }, wrong || ''));
  });
  const heads = el('tr', {}, el('td', { class: 'rare' }), ...rows[0].map((c) => el('th', { scope: 'col' }, name(c.name))), el('td'));
  const texts = [rows[0].map((c) => name(c.name)), ...rows.map((row) => row.map((c) => c.value))];
  return framed(t('pageRows', of + 1, rows.length), of, texts, el('thead', {}, heads), el('tbody', {}, ...body));
}

// grid shows a table of cells as it is printed, merged cells included.
function grid(cells, onLight) {
  const of = cells[0].of ?? 0, texts = [], at = cells.map((c) => ({ ...c, ...c.grid }));
  for (const c of at) {
    texts[c.r - 1] ??= [];
    texts[c.r - 1][c.c - 1] = c.value;
  }
  const rows = [...Map.groupBy(at, (c) => c.r).entries()].sort((a, b) => a[0] - b[0]);
  const width = Math.max(...at.map((c) => c.c));
  const filled = Array.from(texts, (r) => Array.from({ length: width }, (_, i) => r?.[i] || ''));
  return framed(t('tableOf', of + 1, cells[0].grid.table + 1), of, filled, el('tbody', {}, ...rows.map(([, row]) => el('tr', {}, ...row.sort((a, b) => a.c - b.c).map((c) => cell(c, onLight, { rowspan: c.rows, colspan: c.columns }))))));
}

// framed puts a table below its name and the ways to take it along.
function framed(caption, of, texts, ...parts) {
  const said = el('span', { role: 'status' });
  const name = 'table-' + (of + 1);
  const tools = el('p', { class: 'row' }, el('strong', {}, caption), el('button', { type: 'button', class: 'copy', onclick: () => { copy(tsv(texts)); said.textContent = t('copied'); } }, t('copy')),
    el('button', { type: 'button', class: 'ascsv', onclick: () => save(name + '.csv', new Blob(['\ufeff' + csv(texts)], { type: 'text/csv' })) }, 'CSV'),
    el('button', { type: 'button', class: 'asxlsx', onclick: () => save(name + '.xlsx', xlsx(texts)) }, 'XLSX'), said);
  return el('div', {}, tools, el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': caption }, el('table', { class: 'rows', 'data-page': of + 1, 'aria-label': caption }, ...parts)));
}

// A text that a spreadsheet could take for a formula has an apostrophe before it.
const inert = (s) => (/^[\s\u3000]*[=+\-@＝＋－＠]/.test(s) && !/^[-+]?[\d.,]+$/.test(s) ? "'" + s : s);
export const csv = (rows) => rows.map((r) => r.map((c) => (/[",\r\n]/.test(c) ? `"${inert(c).replaceAll('"', '""')}"` : inert(c))).join(',')).join('\r\n') + '\r\n';
export const tsv = (rows) => rows.map((r) => r.map((c) => inert(c.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');

// copy works without HTTPS too, where browsers have no clipboard for scripts.
function copy(text) {
  const area = el('textarea', { class: 'off' });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function cell(c, onLight, more = {}) {
  const doubt = c.value && c.confidence < DOUBTFUL;
  const td = el('td', { tabindex: '0', class: doubt ? 'warn' : null, title: percent(c.confidence), ...more }, c.value);
  const light = (on) => { td.classList.toggle('lit', on); onLight(c.index, on); };
  td.addEventListener('mouseenter', () => light(true));
  td.addEventListener('mouseleave', () => light(false));
  td.addEventListener('focus', () => light(true));
  td.addEventListener('blur', () => light(false));
  return td;
}

// save hands the user a file.
export function save(name, blob) {
  const a = el('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

// fetchBooks has a document read once more, as CSV or OFX, and saves it.
export async function fetchBooks(path, body, format) {
  const ask = () => fetch(`${path.replace(/^\//, '')}?format=${format}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  let answer = await ask();
  if (answer.status === 401) {
    await signIn();
    answer = await ask();
  }
  if (!answer.ok) throw new Error(answer.headers.get('X-Error-Detail') || `HTTP ${answer.status}`);
  save(`statement.${format}`, await answer.blob());
  byId('said').textContent = t('savedFile', `statement.${format}`) + (answer.status === 206 ? ' ' + t('somePage') : '');
}
