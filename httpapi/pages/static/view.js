// A picture with boxes drawn over it.
import { el } from './api.js';
import { t } from './lang.js';

const SVG = 'http://www.w3.org/2000/svg';

export class View {
  constructor(root) {
    this.root = root;
    this.img = el('img', { alt: '' });
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('preserveAspectRatio', 'none');
    this.fields = [];
    this.img.addEventListener('load', () => { this.say(''); this.draw(); });
    this.img.addEventListener('error', () => this.say(this.img.dataset.absent || t('cannotShow')));
    this.note = el('p', { hidden: '' });
    root.replaceChildren(this.img, this.svg, this.note);
  }

  say(text) {
    this.note.hidden = !text;
    this.note.textContent = text;
    this.img.hidden = Boolean(text);
    this.svg.style.display = text ? 'none' : '';
    if (text) this.img.removeAttribute('src'); // an old picture must not pass for a live one, and show must try anew
  }

  // show loads src; absent is said when there is no such picture. Boxes in pixels refer to a frame, of the picture's own size where
  // none is given.
  show(src, absent, frame) {
    this.frame = frame;
    if (this.img.getAttribute('src') === src) return;
    this.img.dataset.absent = absent || '';
    this.img.hidden = false;
    this.img.src = src;
  }

  // mark draws the boxes of fields, as fields.js gives them.
  mark(fields) {
    this.fields = fields;
    this.draw();
  }

  draw() {
    const [w, h] = this.img.naturalWidth && this.frame || [this.img.naturalWidth, this.img.naturalHeight];
    this.svg.replaceChildren();
    if (!w) return;
    this.svg.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.fields.forEach((f, i) => {
      for (const quad of f.quads || []) {
        const p = document.createElementNS(SVG, 'polygon');
        p.setAttribute('points', quad.map(([x, y]) => (f.pixels ? [x, y] : [x * w, y * h]).join(',')).join(' '));
        p.dataset.field = i;
        this.svg.append(p);
      }
    });
  }

  light(i, on) {
    for (const p of this.svg.querySelectorAll(`polygon[data-field="${i}"]`)) p.classList.toggle('lit', on);
  }
}
