import { byId, el } from './api.js';
import { fieldTable, fieldsOf, headline } from './fields.js';
import { endpoints, send } from './send.js';
import { locale, t } from './lang.js';
import { signedIn, title } from './nav.js';
import { View } from './view.js';

const view = new View(byId('view'));
const select = byId('endpoint');
byId('view').hidden = true;

function verdict(text, cls, ...more) {
  byId('verdict').className = 'verdict ' + cls;
  byId('verdict').replaceChildren(text, ...more.filter(Boolean).map((m) => el('small', {}, m)));
}

// judge says in a word how it went; the box's own advice follows.
function judge(a) {
  const value = headline({ data: a.body });
  if (a.status < 300 && value) verdict(t('verdict.ok'), 'ok', value);
  else if (a.status < 300) verdict(t('verdict.nothing'), 'warn', t('verdict.again'));
  else if (a.status === 400 || a.status === 422) verdict(t('verdict.again'), 'warn', a.detail);
  else verdict(`HTTP ${a.status}`, 'bad', a.detail);
  byId('history').prepend(el('li', { class: a.status < 300 && value ? 'ok' : 'bad' }, `${new Date().toLocaleTimeString(locale)} ${value || a.detail || a.status}`));
}

byId('camera').addEventListener('change', async (e) => {
  const file = e.target.files[0];
  if (!file) return;
  verdict(t('sending'), '');
  byId('fields').replaceChildren();
  byId('view').hidden = false;
  view.mark([]);
  try {
    const a = await send(select.value, file, {}, () => verdict(t('busy'), 'warn'));
    view.show(URL.createObjectURL(a.blob), t('cannotShow'));
    const fields = fieldsOf(a.body);
    view.mark(fields);
    byId('fields').replaceChildren(fieldTable(fields, (i, on) => view.light(i, on)));
    judge(a);
  } catch (err) {
    verdict(String(err), 'bad');
  }
  e.target.value = ''; // the same file may be sent again
});

title(t('nav.phone'));
await endpoints(select, 'lensd.phone');
byId('main').hidden = false;
signedIn();
