// The pages of what was sent, small, to choose from: pictures come from the files, PDFs and TIFFs are drawn by the box.
import { el, post } from './api.js';
import { t } from './lang.js';

const shown = (blob) => blob.type.startsWith('image/') && blob.type !== 'image/tiff';

export class Leaves {
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.all = []; // {src, frame, wrong}: a picture of a page, the size in pixels that boxes refer to, and why it was not read
  }

  // take begins with the files as they are.
  take(blobs) {
    for (const l of this.all) URL.revokeObjectURL(l.src);
    this.blobs = blobs;
    this.all = blobs.map((b) => ({ src: URL.createObjectURL(b) }));
  }

  // drawn has the box draw the pages of what a browser shows nowhere within a page; true: there are others now. body is what was sent.
  async drawn(body) {
    if (this.blobs.every(shown)) return false;
    const a = await post('v1/pages', { image: body.image, option: body.option });
    if (a.status !== 200) return false;
    this.take([]);
    this.all = a.body.pages.map((p) => ({ src: p.jpeg && 'data:image/jpeg;base64,' + p.jpeg, frame: [p.width, p.height], wrong: p.error }));
    return true;
  }

  // judge notes which pages an answer could not read: those that it names, and empty elements where there is one a page.
  judge(answer, said) {
    const data = answer?.data;
    if (Array.isArray(data) && data.length === this.all.length && data.length > 1) {
      data.forEach((d, i) => { if (d && !Object.keys(d).length) this.all[i].wrong ??= t('pageNotRead'); });
    }
    for (const text of said) {
      const m = /^page (\d+)\s*:\s*(?!row \d)(.*)$/is.exec(text);
      if (m && this.all[m[1] - 1]) this.all[m[1] - 1].wrong = m[2];
    }
  }

  // show lists the pages with the one at i as the present one.
  show(i) {
    this.root.hidden = this.all.length < 2;
    this.root.replaceChildren(...this.all.map((l, n) => {
      const face = l.src ? el('img', { src: l.src, alt: '' }) : el('span', { class: 'blank' });
      const label = t('leaf', n + 1) + (l.wrong ? `: ${l.wrong}` : '');
      return el('li', {}, el('button', { type: 'button', class: l.wrong ? 'wrong' : null, 'aria-current': n === i ? 'page' : null, 'aria-label': label, title: label, onclick: () => this.choose(n) },
        face, el('span', {}, n + 1, l.wrong ? ' ✕' : '')));
    }));
  }
}
