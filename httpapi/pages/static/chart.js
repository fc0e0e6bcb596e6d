// Bar charts as SVG, with the same in numbers below for those who do not see them.
import { el } from './api.js';
import { t } from './lang.js';

const SVG = 'http://www.w3.org/2000/svg';
const W = 720, H = 240, LEFT = 62, BOTTOM = 26, TOP = 10;

function svg(tag, attributes, ...children) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

// steps are round numbers from 0 to just above most.
function steps(most) {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough * 0.999);
  const out = [];
  for (let i = 0; i === 0 || out.at(-1) < most * 0.999; i++) out.push(i * step);
  return out;
}

// bars draws [{label, name, value, hatched}]: value null leaves a place where nothing was read, undefined one that is yet to come.
// write puts a value into words.
export function bars(list, write, about) {
  const marks = steps(Math.max(0, ...list.map((b) => b.value || 0))), top = marks.at(-1);
  const y = (v) => TOP + (H - TOP - BOTTOM) * (1 - v / top), width = (W - LEFT) / list.length;
  const root = svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': about, class: 'chart' },
    svg('defs', {}, svg('pattern', { id: 'hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 3, height: 6, class: 'bar' }))));
  for (const v of marks) {
    root.append(svg('line', { x1: LEFT, x2: W, y1: y(v), y2: y(v), class: 'grid' }), svg('text', { x: LEFT - 6, y: y(v) + 4, 'text-anchor': 'end' }, write(v)));
  }
  const every = Math.ceil(list.length / 12);
  list.forEach((b, i) => {
    const x = LEFT + i * width, bar = Math.max(1, width - (width > 6 ? 2 : 0.5));
    if (b.value === null) root.append(svg('rect', { x, y: TOP, width: bar, height: H - TOP - BOTTOM, class: 'gap' }, svg('title', {}, `${b.name}: ${t('nothingRead')}`)));
    else if (b.value !== undefined) {
      const height = Math.max(b.value > 0 ? 1 : 0, y(0) - y(b.value));
      root.append(svg('rect', { x, y: y(0) - height, width: bar, height, class: b.hatched ? 'hatched' : 'bar', 'data-bar': i, 'data-value': b.value }, svg('title', {}, `${b.name}: ${write(b.value)}`)));
    }
    if (i % every === 0) root.append(svg('text', { x: x + bar / 2, y: H - 8, 'text-anchor': 'middle' }, b.label));
  });
  return root;
}

// numbers is the table of the same bars.
export function numbers(list, write, heads) {
  const rows = list.filter((b) => b.value !== undefined).map((b) => el('tr', {}, el('th', { scope: 'row' }, b.name), el('td', {}, b.value === null ? t('nothingRead') : write(b.value) + (b.hatched ? ' *' : ''))));
  return el('details', {}, el('summary', {}, t('inNumbers')), el('table', {}, el('thead', {}, el('tr', {}, ...heads.map((h) => el('th', { scope: 'col' }, h)))), el('tbody', {}, ...rows)));
}
