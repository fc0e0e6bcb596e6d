// Reads any endpoint's answer, or a stored reading's data, into one list of {name, value, confidence, quads}:
// quads are in shares of the picture, or in pixels where the interface gives no shares (pixels: true).
import { el } from './api.js';
import { percent } from './lang.js';
import { fieldName } from './words.js';

// Where pages pictures were sent, each field also says of which one it is (page, from 0), as far as the answer tells.
export function fieldsOf(answer, pages = 1) {
  if (!answer || typeof answer !== 'object') return [];
  const all = answer.result || answer.data;
  if (!Array.isArray(all)) return elementFields(answer, '');
  const told = all === answer.result || all.length === pages;
  return all.flatMap((d, i) => {
    const prefix = all.length > 1 ? `${i + 1}. ` : '';
    const fields = all === answer.result ? olderPage(d, prefix) : elementFields(d, prefix);
    return fields.map((f) => ({ ...f, of: i, page: pages === 1 ? 0 : told ? i : undefined }));
  });
}

function elementFields(data, prefix) {
  if (!data) return [];
  if (Array.isArray(data)) return olderPage(data);
  if (data.key) return [{ name: prefix + data.key, value: data.value, confidence: data.confidence, quads: [corners(data.rect_norm)] }];
  if (Array.isArray(data.data)) return data.data.flatMap((d) => elementFields(d, prefix));
  if (Array.isArray(data.tables)) return olderPage(data.tables);
  const out = [];
  for (const [name, f] of Object.entries(data)) {
    if (name === 'table_data') out.push(...cells(f));
    else if (name === 'codes') f.forEach((c) => out.push({ name: prefix + c.format, value: c.text, quads: c.bboxes_norm }));
    else if (name === 'tracking') out.push({ name: prefix + name, value: `${f.number} ${f.carrier}`.trim(), quads: [] });
    else if (name === 'option' && f.face && f.face.image_b64) out.push({ name: prefix + 'face', picture: f.face.image_b64, value: '', quads: [f.face.bboxes_norm] });
    else if (f && typeof f.value === 'string') out.push({ name: prefix + name, value: f.value, confidence: f.confidence, quads: f.bboxes_rotated_norm || f.bboxes_norm || [], iso: f.datetime_iso });
  }
  return out;
}

const corners = ([x, y, w, h]) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];

const cells = (rows) => rows.flatMap((row, i) => row.map((c) => ({ name: c.column, value: c.value, confidence: c.confidence, quads: c.bboxes_norm, row: i })));

// olderPage reads a page of the v1 envelopes: tables with cells, or rows of cells.
function olderPage(page, prefix = '') {
  return page.flatMap((t, i) => (t.cells || t).map((c) => ({
    row: t.cells ? undefined : i, grid: t.cells ? { table: i, r: c.row, c: c.column, rows: c.row_span, columns: c.column_span } : undefined, name: prefix + (c.key ?? `${c.row}, ${c.column}`), value: c.text, confidence: c.confidence, pixels: true, quads: c.key === undefined ? [c.bbox] : c.bbox,
  })));
}

// headline is a reading in a line, as corrected: the counter's digits, the receiver's name, or the first values.
export function headline(reading) {
  const all = correctedFields(reading).filter((f) => f.value);
  const one = all.find((f) => ['numbers', 'reciever_name', 'passport_number'].includes(f.name.replace(/^\d+\. /, '')));
  return one ? one.value : all.slice(0, 3).map((f) => f.value).join(' · ');
}

// trackingOf is a parcel's number and carrier, as far as they were read.
export function trackingOf(r) {
  const tracked = r.data?.tracking;
  return tracked?.number ? [tracked.number, tracked.carrier].filter(Boolean) : [];
}

// correctedFields gives a reading's fields with a person's corrections in place.
export function correctedFields(r) {
  const said = r.corrected || '', fields = fieldsOf(r.data);
  if (!said) return fields;
  let by = { numbers: said };
  if (said.startsWith('{')) by = JSON.parse(said);
  const rest = new Set(Object.keys(by));
  const out = fields.map((f) => {
    if (!rest.delete(f.name)) return f;
    return { ...f, value: by[f.name] };
  });
  return [...out, ...[...rest].map((name) => ({ name, value: by[name], quads: [] }))];
}

// fieldTable lists fields, but no cells of rows where rowTables shows those; a line lights its boxes through onLight.
export function fieldTable(fields, onLight = () => {}, cells = true, name = fieldName) {
  const body = el('tbody');
  fields.forEach((f, i) => {
    if (!cells && (f.row !== undefined || f.grid)) return;
    const value = f.picture ? el('img', { src: 'data:image/jpeg;base64,' + f.picture, alt: fieldName('face'), width: '120' }) : f.value;
    const tr = el('tr', { tabindex: '0' }, el('th', { scope: 'row' }, f.name ? name(f.name) : '-'), el('td', {}, value, f.iso && f.iso !== 'Invalid Datetime' ? ` (${f.iso})` : ''), el('td', {}, percent(f.confidence)));
    const light = (on) => { tr.classList.toggle('lit', on); onLight(i, on); };
    tr.addEventListener('mouseenter', () => light(true));
    tr.addEventListener('mouseleave', () => light(false));
    tr.addEventListener('focus', () => light(true));
    tr.addEventListener('blur', () => light(false));
    body.append(tr);
  });
  return el('table', {}, body);
}
