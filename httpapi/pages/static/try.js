import { byId } from './api.js';
import { fieldTable, fieldsOf } from './fields.js';
import { brokenRows, fetchBooks, rowTables, save } from './rows.js';
import { endpoints, send } from './send.js';
import { View } from './view.js';

const view = new View(byId('view'));
const select = byId('endpoint');
let shown = '', blobs = [], fields = [], at = 0, sent = null;

// options shows only what the chosen endpoint knows.
function options() {
  for (const l of document.querySelectorAll('[data-for]')) l.hidden = l.dataset.for !== select.value;
}

function request() {
  const extra = {}, option = {};
  for (const id of ['return_face', 'return_statement_summary', 'return_datetime_iso']) {
    if (!byId(id).closest('label').hidden && byId(id).checked) option[id] = true;
  }
  if (!byId('pdf_password').closest('label').hidden && byId('pdf_password').value) option.pdf_password = byId('pdf_password').value;
  if (!byId('request_id').closest('label').hidden && byId('request_id').value) extra.request_id = byId('request_id').value;
  if (Object.keys(option).length) extra.option = option;
  return extra;
}

// turnTo shows the picture at i of those sent, with its boxes.
function turnTo(i) {
  at = Math.max(0, Math.min(blobs.length - 1, i));
  URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(blobs[at]);
  view.show(shown, 'The browser cannot show this file; the fields stand beside it.');
  view.mark(fields.map((f) => (f.page === at ? f : { ...f, quads: [] })));
  byId('turn').hidden = blobs.length < 2;
  byId('at').textContent = `Picture ${at + 1} of ${blobs.length}`;
  byId('back').disabled = at === 0;
  byId('on').disabled = at === blobs.length - 1;
}

byId('back').addEventListener('click', () => turnTo(at - 1));
byId('on').addEventListener('click', () => turnTo(at + 1));
byId('camera').addEventListener('change', (e) => { byId('file').files = e.target.files; });
byId('ask').addEventListener('submit', async (e) => {
  e.preventDefault();
  blobs = [...byId('file').files];
  if (!blobs.length) return;
  byId('send').disabled = true;
  byId('said').textContent = 'Reading …';
  fields = [];
  byId('books').hidden = true;
  byId('rows').replaceChildren();
  turnTo(0);
  const start = performance.now();
  try {
    const a = await send(select.value, blobs, request(), () => { byId('said').textContent = 'The box is busy, trying again …'; });
    blobs = a.blobs;
    fields = fieldsOf(a.body, blobs.length);
    turnTo(at);
    const light = (i, on) => view.light(i, on);
    byId('fields').replaceChildren(fieldTable(fields, light, false));
    byId('rows').replaceChildren(...rowTables(fields, brokenRows(a.body), light));
    sent = { path: select.value, body: a.sent, answer: a.body };
    byId('books').hidden = a.status >= 300 || !sent.path.startsWith('/bank-statement/');
    byId('json').textContent = JSON.stringify(a.body, null, 1);
    byId('said').textContent = `HTTP ${a.status} in ${Math.round(performance.now() - start)} ms` + (a.detail ? `: ${a.detail}` : '');
    byId('said').className = 'state ' + (a.status < 300 ? 'ok' : 'bad');
  } catch (err) {
    byId('said').textContent = String(err);
  } finally {
    byId('send').disabled = false;
  }
});
for (const format of ['csv', 'ofx']) {
  byId(format).addEventListener('click', async () => {
    byId(format).disabled = true;
    byId('said').textContent = 'Reading once more …';
    try { await fetchBooks(sent.path, sent.body, format); } catch (err) { byId('said').textContent = String(err); }
    byId(format).disabled = false;
  });
}
byId('asjson').addEventListener('click', () => save('statement.json', new Blob([JSON.stringify(sent.answer, null, 1)], { type: 'application/json' })));
select.addEventListener('change', () => {
  options();
  byId('curl').textContent = `printf '{"image":"%s"}' "$(base64 -w0 picture.jpg)" |\n curl -sS ${new URL(select.value.slice(1), document.baseURI)} -H 'x-service-key: KEY' -H 'Content-Type: application/json' -d @-`;
});
await endpoints(select, 'lensd.try');
byId('main').hidden = false;
select.dispatchEvent(new Event('change'));
