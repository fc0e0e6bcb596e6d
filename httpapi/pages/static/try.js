import { byId, el } from './api.js';
import { fieldTable, fieldsOf } from './fields.js';
import { brokenRows, fetchBooks, rowTables, save } from './rows.js';
import { t } from './lang.js';
import { signedIn, title } from './nav.js';
import { endpoints, send } from './send.js';
import { fieldName } from './words.js';
import { Leaves } from './leaves.js';
import { View } from './view.js';

const view = new View(byId('view'));
const select = byId('endpoint');
const RAW = 'lensd.raw';
const leaves = new Leaves(byId('leaves'), turnTo);
let fields = [], at = 0, sent = null;

// options shows only what the chosen endpoint knows.
function options() {
  for (const l of document.querySelectorAll('[data-for]')) l.hidden = l.dataset.for !== select.value;
}

function request() {
  const extra = {}, option = {};
  for (const id of ['return_face', 'return_statement_summary', 'return_datetime_iso']) {
    if (!byId(id).closest('label').hidden && byId(id).checked) option[id] = true;
  }
  if (byId('pdf_password').value) option.pdf_password = byId('pdf_password').value;
  if (!byId('request_id').closest('label').hidden && byId('request_id').value) extra.request_id = byId('request_id').value;
  if (Object.keys(option).length) extra.option = option;
  return extra;
}

// turnTo shows the page at i of those sent, with its boxes.
function turnTo(i) {
  at = Math.max(0, Math.min(leaves.all.length - 1, i));
  leaves.show(at);
  const leaf = leaves.all[at];
  if (leaf.src) view.show(leaf.src, t('besides'), leaf.frame);
  else view.say(leaf.wrong || t('besides'));
  view.mark(fields.map((f) => (f.page === at ? f : { ...f, quads: [] })));
  byId('turn').hidden = leaves.all.length < 2;
  byId('at').textContent = t('pictureOf', at + 1, leaves.all.length);
  byId('back').disabled = at === 0;
  byId('on').disabled = at === leaves.all.length - 1;
}

// list shows what was read, by the names that people use or those of the API.
function list() {
  if (!sent) return;
  const light = (i, on) => view.light(i, on), name = byId('raw').checked ? (n) => n : fieldName;
  byId('fields').replaceChildren(fieldTable(fields, light, false, name));
  byId('rows').replaceChildren(...rowTables(fields, brokenRows(sent.answer), light, name));
}

// errors lists what the answer says of pages, where something was read all the same, and returns it.
function errors(a) {
  const said = [a.body.error, a.body.error_list].flat().filter((e) => e && e.message).map((e) => e.message);
  if (a.status === 206 && a.detail) said.push(...a.detail.split('; '));
  const all = a.status < 300 ? [...new Set(said)].filter((m) => m !== 'Partial content') : [];
  byId('errors').hidden = !all.length;
  byId('errors').querySelector('ul').replaceChildren(...all.map((m) => el('li', {}, m)));
  return all;
}

// spread shows what was read on the pages of what was sent.
function spread(a, said) {
  leaves.judge(a.body, said);
  fields = fieldsOf(a.body, leaves.all.length);
  list();
  turnTo(at);
}

// shown shows an answer, and then the pages that the box has to draw first.
async function shown(a) {
  const said = errors(a);
  leaves.take(a.blobs);
  spread(a, said);
  if (a.status < 300 && await leaves.drawn(a.sent)) spread(a, said);
}

byId('raw').checked = localStorage.getItem(RAW) === 'true';
byId('raw').addEventListener('change', () => { localStorage.setItem(RAW, String(byId('raw').checked)); list(); });
byId('back').addEventListener('click', () => turnTo(at - 1));
byId('on').addEventListener('click', () => turnTo(at + 1));
byId('camera').addEventListener('change', (e) => { byId('file').files = e.target.files; });
byId('ask').addEventListener('submit', async (e) => {
  e.preventDefault();
  const blobs = [...byId('file').files];
  if (!blobs.length) return;
  byId('send').disabled = true;
  byId('said').textContent = t('readingIt');
  fields = [];
  byId('books').hidden = true;
  byId('rows').replaceChildren();
  byId('errors').hidden = true;
  leaves.take(blobs);
  turnTo(0);
  const start = performance.now();
  try {
    const a = await send(select.value, blobs, request(), () => { byId('said').textContent = t('busyAgain'); });
    sent = { path: select.value, body: a.sent, answer: a.body };
    byId('books').hidden = a.status >= 300 || !sent.path.startsWith('/bank-statement/');
    byId('json').textContent = JSON.stringify(a.body, null, 1);
    byId('said').textContent = t('answered', a.status, Math.round(performance.now() - start)) + (a.detail ? `: ${a.detail}` : '');
    byId('said').className = 'state ' + (a.status < 300 ? 'ok' : 'bad');
    await shown(a);
  } catch (err) {
    byId('said').textContent = String(err);
  } finally {
    byId('send').disabled = false;
  }
});
for (const format of ['csv', 'ofx']) {
  byId(format).addEventListener('click', async () => {
    byId(format).disabled = true;
    byId('said').textContent = t('onceMore');
    try { await fetchBooks(sent.path, sent.body, format); } catch (err) { byId('said').textContent = String(err); }
    byId(format).disabled = false;
  });
}
byId('asjson').addEventListener('click', () => save('statement.json', new Blob([JSON.stringify(sent.answer, null, 1)], { type: 'application/json' })));
select.addEventListener('change', () => {
  options();
  byId('curl').textContent = `printf '{"image":"%s"}' "$(base64 -w0 picture.jpg)" |\n curl -sS ${new URL(select.value.slice(1), document.baseURI)} -H 'x-service-key: KEY' -H 'Content-Type: application/json' -d @-`;
});
title(t('documents'));
await endpoints(select, 'lensd.try');
byId('main').hidden = false;
signedIn();
select.dispatchEvent(new Event('change'));
