// The rows of a printed table as a table again, with those marked that do not add up, and a statement's movements as files.
import { byId, el, percent, signIn } from './api.js';

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

// rowTables makes a table a page of the fields that are cells of rows. A cell lights its boxes through onLight.
export function rowTables(fields, broken, onLight = () => {}) {
  const pages = Map.groupBy(fields.map((f, i) => ({ ...f, index: i })).filter((f) => f.row !== undefined), (f) => f.of ?? 0);
  return [...pages].map(([of, cells]) => {
    const rows = [...Map.groupBy(cells, (c) => c.row).values()];
    const body = rows.map((row, n) => {
      const wrong = broken.get(`${of + 1} ${n + 1}`);
      return el('tr', wrong ? { class: 'broken', title: wrong } : {}, el('td', { class: 'rare' }, n + 1),
        ...row.map((c) => cell(c, onLight)), el('td', { class: 'bad' }, wrong || ''));
    });
    const heads = el('tr', {}, el('th', { class: 'rare' }, ''), ...rows[0].map((c) => el('th', { scope: 'col' }, c.name)), el('th', {}, ''));
    return el('div', { class: 'wide' }, el('table', { class: 'rows', 'data-page': of + 1 }, el('caption', {}, `Page ${of + 1}: ${rows.length} rows`), el('thead', {}, heads), el('tbody', {}, ...body)));
  });
}

function cell(c, onLight) {
  const doubt = c.value && c.confidence < DOUBTFUL;
  const td = el('td', { tabindex: '0', class: doubt ? 'warn' : null, title: percent(c.confidence) }, c.value);
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
  byId('said').textContent = `statement.${format} is saved` + (answer.status === 206 ? '; some page could not be read' : '');
}
