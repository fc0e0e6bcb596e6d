// The language of the pages: what was chosen here, else the browser's. One file holds all messages of one language.
const KEY = 'lensd-language';

export const thai = (localStorage.getItem(KEY) || navigator.language || '').startsWith('th');
// Years are those of the reader's calendar.
export const locale = thai ? 'th-TH-u-ca-buddhist' : (navigator.language || '').startsWith('en') ? navigator.language : 'en-GB';
document.documentElement.lang = thai ? 'th' : 'en';

const { default: WORDS } = await import(thai ? './th.js' : './en.js');

export const has = (word) => Object.hasOwn(WORDS, word);

// t is a message with {0}, {1} … replaced; one that there is none of is shown as it is called.
export const t = (word, ...values) => values.reduce((s, v, i) => s.replaceAll(`{${i}}`, v), has(word) ? WORDS[word] : word);

// fault says what the box finds wrong with a field.
export const fault = (says) => (has('fault.' + says) ? t('fault.' + says) : says);

// switchTo keeps the choice and shows the page in it.
export function switchTo(language) {
  localStorage.setItem(KEY, language);
  location.reload();
}

// translate fills the elements of the page that name their message.
export function translate(root = document) {
  for (const e of root.querySelectorAll('[data-t]')) e.textContent = t(e.dataset.t);
  for (const e of root.querySelectorAll('[data-label]')) e.setAttribute('aria-label', t(e.dataset.label));
}

const number = (digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: digits });

// water writes an amount of m³ so that people see its size: litres below one.
export function water(m3, digits = 3) {
  if (Math.abs(m3) < 1) return t('litres', number(0).format(m3 * 1000));
  return t('cubicMetres', number(Math.abs(m3) < 100 ? digits : 1).format(m3));
}

export function percent(c) {
  return typeof c === 'number' && c >= 0 ? Math.round(c * 100) + ' %' : '';
}

// when is a moment in the reader's words: of today the time alone.
export function when(ts) {
  const at = new Date(ts), today = new Date().toDateString() === at.toDateString();
  return today ? at.toLocaleTimeString(locale) : at.toLocaleString(locale);
}

// wall is what the box's own clock showed, whatever the browser's zone: "2026-11-22T08:00:00+07:00" as parts of UTC.
export const wall = (iso) => new Date(iso.slice(0, 19) + 'Z');
export const onWall = (iso, options) => wall(iso).toLocaleString(locale, { timeZone: 'UTC', ...options });
