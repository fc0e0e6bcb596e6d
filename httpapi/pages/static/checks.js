// The parts whose health the box tells, in words.
import { has, t } from './lang.js';

const STATION = /^(camera|station)_(.*)$/s;

export function checkName(name) {
  const m = STATION.exec(name);
  if (m) return t('health.' + m[1], m[2]);
  return has('health.' + name) ? t('health.' + name) : name;
}

// checkAdvice is what to do about a part that is not well.
export function checkAdvice(name) {
  const word = 'do.' + name.replace(STATION, '$1');
  return has(word) ? t(word) : '';
}
