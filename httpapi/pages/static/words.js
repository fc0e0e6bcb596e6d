// States, reasons and readings in the words of those who stand before the box.
import { has, t } from './lang.js';

// The class picks the colour.
const CLASSES = {
  ready: 'ok', empty: 'ok', hold: 'ok', duplicate: 'warn', please_turn: 'warn', blurred: 'warn', dark: 'bad', camera_lost: 'bad', store_full: 'bad', disk_full: 'bad',
  disk_read_only: 'bad', disk_error: 'bad', store_locked: 'bad', store_failed: 'bad', failed: 'bad', stopped: 'bad', no_answer: 'bad',
};

// SURE is how likely a value has to be right to be shown in green; a counter's readings are held against each other too.
export const SURE = 0.8;
const SURE_COUNTER = 0.5;

const plain = (name) => (name || '').replaceAll('_', ' ');

// stateOf gives a state's name and colour class; one we do not know is shown as it is.
export const stateOf = (state) => ({ text: has('state.' + state) ? t('state.' + state) : plain(state), cls: CLASSES[state] || '' });

export const reasonOf = (reason) => (reason && has('reason.' + reason) ? t('reason.' + reason) : plain(reason));

// told is what a reader said, in the page's language where it is known.
export const told = (message) => (has('told.' + message) ? t('told.' + message) : message);

// fieldName is what people call a member of an answer, which may be numbered or a printed heading.
export function fieldName(name) {
  const [, number, bare] = /^(\d+\. )?(.*)$/s.exec(name);
  return (number || '') + (has('field.' + bare) ? t('field.' + bare) : bare);
}

export const sure = (r) => r.confidence >= (r.kind === 'water-meter' ? SURE_COUNTER : SURE);

// waits says that a person should look at a reading.
export const waits = (r) => r.kind !== 'water-meter' && r.trigger !== 'correction' && !r.corrected && !r.duplicate_of && (r.reason === 'low_confidence' || (r.accepted && !sure(r)));

// verdictOf judges a reading in the operator's words. A counter's odd value is for its owner to look at; a document
// that could not be read is for the operator to turn.
export function verdictOf(r) {
  if (r.trigger === 'correction' || r.corrected) return { text: t('corrected'), cls: 'ok', why: '' };
  if (r.duplicate_of) return { text: t('verdict.duplicate'), cls: 'warn', why: `#${r.duplicate_of}` };
  if (waits(r)) return { text: t('check'), cls: 'warn', why: reasonOf('low_confidence') };
  if (r.accepted) return { text: t('verdict.ok'), cls: sure(r) ? 'ok' : 'warn', why: reasonOf(r.reason) };
  const why = r.message ? told(r.message) : reasonOf(r.reason);
  if (r.kind === 'water-meter') return { text: t('refused'), cls: 'bad', why };
  return { text: t('verdict.turn'), cls: 'warn', why };
}

// endpointName is what a document endpoint reads.
export function endpointName(path) {
  const [, name, version] = path.split('/');
  if (path.startsWith('/v1/kinds/')) return path.slice('/v1/kinds/'.length);
  return (has('kind.' + name) ? t('kind.' + name) : name.replaceAll('-', ' ')) + (version === 'v1' ? ' (v1)' : '');
}
