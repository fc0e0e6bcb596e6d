// The language of the pages: what was chosen here, else the browser's.
const KEY = 'lensd-language';

export const thai = (localStorage.getItem(KEY) || navigator.language || '').startsWith('th');
document.documentElement.lang = thai ? 'th' : 'en';

// pick takes one of [English, Thai].
export const pick = (pair) => pair[thai ? 1 : 0];

// switchTo keeps the choice and shows the page in it.
export function switchTo(language) {
  localStorage.setItem(KEY, language);
  location.reload();
}
