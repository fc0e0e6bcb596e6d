// How the box is: each part with the reason of what is wrong and what to do; the log; a backup.
import { api, byId, el, every, soon, tell } from './api.js';
import { checkAdvice, checkName } from './checks.js';
import { t } from './lang.js';
import { signedIn, title } from './nav.js';
import { wire } from './restore.js';
import { age, compare, ofFile, plain } from './version.js';

title(t('healthTitle'));
let shown = '', version = '';
const OLD = 6; // months

function row(c) {
  const advice = c.ok && !['store_damaged', 'store_replaced'].includes(c.name) ? '' : checkAdvice(c.name);
  return el('tr', { 'data-check': c.name }, el('th', { scope: 'row' }, checkName(c.name)), el('td', { class: c.ok ? 'ok' : 'bad' }, c.ok ? t('verdict.ok') : '✕'),
    el('td', {}, c.message || '', advice ? el('p', {}, el('strong', {}, t('whatToDo') + ': '), advice) : null));
}

async function refresh() {
  const { body } = await api('v1/stations', soon());
  const ready = await (await fetch('readyz', soon())).json();
  byId('main').hidden = false;
  signedIn();
  tell(byId('version'), t('version', body.box.version, body.box.name || body.box.id));
  version = plain(body.box.version);
  const bad = ready.checks.filter((c) => !c.ok), all = JSON.stringify(ready.checks);
  byId('overall').className = 'verdict ' + (bad.length ? 'bad' : 'ok');
  tell(byId('overall'), bad.length ? t('notWell', bad.length) : t('allWell'));
  if (all !== shown) byId('checksList').tBodies[0].replaceChildren(...[...bad, ...ready.checks.filter((c) => c.ok)].map(row));
  shown = all;
}

async function log() {
  const a = await api('v1/log');
  byId('log').textContent = a.status === 200 ? a.body.lines.join('\n') : t('logAdmin');
  byId('download').hidden = byId('restore').hidden = a.status !== 200;
  byId('log').scrollTop = byId('log').scrollHeight;
}

// newer tells of a version that another box of the owner runs, or that this one is old.
async function newer() {
  const said = [], months = age(version), fleet = await api('v1/fleet');
  const best = (fleet.status === 200 ? fleet.body.boxes : []).filter((b) => b.version && compare(plain(b.version), version) > 0).sort((a, b) => compare(plain(b.version), plain(a.version)))[0];
  if (best) said.push(t('newerBox', best.name || best.box, best.version));
  if (months !== null && months >= OLD) said.push(t('oldVersion', months));
  byId('newer').hidden = !said.length;
  byId('newer').textContent = said.join(' ');
}

// A package's name tells its version; the file itself stays where it is.
byId('package').addEventListener('change', (e) => {
  const file = e.target.files[0]?.name || '', found = ofFile(file), d = found ? compare(found, version) : 0;
  byId('packageSaid').textContent = !found ? t('packageNone') : d > 0 ? t('packageNewer', file) : t(d < 0 ? 'packageOlder' : 'packageSame', version);
});
wire();
byId('refresh').addEventListener('click', log);
every(2000, refresh, () => { shown = ''; byId('overall').className = 'verdict bad'; tell(byId('overall'), t('state.no_answer')); });
await log();
await newer();
