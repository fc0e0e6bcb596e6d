// Putting a backup back: it is sent and checked, shown with what it holds, and taken when a person confirms it.
import { api, byId, el, post } from './api.js';
import { fault, t, when } from './lang.js';

const HOUR = 3600_000;

// confirmed asks whether all that the box keeps is to be replaced by the backup.
function confirmed(b) {
  return new Promise((done) => {
    const said = b.readings ? t('restoreHolds', b.readings, b.first ? when(b.first) : '?', b.last ? when(b.last) : '?') : t('restoreEmpty');
    const dialog = el('dialog', { id: 'restoreDialog', 'aria-labelledby': 'restoreTitle' }, el('form', { method: 'dialog' }, el('h2', { id: 'restoreTitle' }, t('restoreAsk')),
      el('p', {}, said), el('p', {}, t('restoreKeys', b.keys.join(', ') || '-')), el('p', { class: 'bad' }, t('restoreLoses')),
      el('button', { value: '', autofocus: '' }, t('cancel')), el('button', { id: 'restoreYes', value: 'yes', class: 'go' }, t('restoreYes'))));
    dialog.addEventListener('close', () => { dialog.remove(); done(dialog.returnValue === 'yes'); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

async function restore(file, say) {
  say(t('restoreSending'));
  const a = await api('v1/restore', { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file, signal: AbortSignal.timeout(HOUR) });
  if (a.status !== 200) return say(fault(a.body.faults?.[0].says || a.body.error?.[0].message || String(a.status)), true);
  if (!await confirmed(a.body)) return say(t('restoreKept'));
  const b = await post('v1/restore/confirm', { token: a.body.token });
  if (b.status !== 200) return say(fault(b.body.faults?.[0].says || b.body.error?.[0].message || String(b.status)), true);
  return say(t('restoreDone'));
}

// wire lets the form restore, one file at a time.
export function wire() {
  const form = byId('restore'), said = byId('restoreSaid'), button = form.querySelector('button');
  const say = (text, bad = false) => { said.textContent = text; said.className = bad ? 'bad' : ''; };
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    button.disabled = true;
    try { await restore(byId('backupFile').files[0], say); } catch (err) { say(String(err), true); }
    button.disabled = false;
  });
}
