// Evaluated in the page: every printed line piece of every .page with its place, and the areas and rules that are seen.
(() => {
  const luminance = (c) => (0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]);
  const colour = (s) => { const m = (s || "").match(/[\d.]+/g); return m ? m.map(Number) : [0, 0, 0, 0]; };
  const opaque = (c) => c.length < 4 || c[3] > 0.5;
  const ground = (el) => {
    for (let e = el; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (opaque(c)) return c;
    }
    return [255, 255, 255];
  };
  const turnOf = (el) => {
    let angle = 0;
    for (let e = el; e; e = e.parentElement) {
      const t = getComputedStyle(e).transform;
      if (t && t !== "none") { const m = new DOMMatrix(t); angle += Math.round(Math.atan2(m.b, m.a) / (Math.PI / 2)); }
    }
    const mode = getComputedStyle(el).writingMode;
    if (mode.startsWith("vertical") || mode === "sideways-rl") angle += 1;
    if (mode === "sideways-lr") angle += 3;
    return ((angle % 4) + 4) % 4;
  };
  const dataOf = (el, page) => {
    const out = {};
    for (let e = el; e && e !== page.parentElement; e = e.parentElement)
      for (const [k, v] of Object.entries(e.dataset)) if (!(k in out)) out[k] = v;
    return out;
  };
  const round = (x) => Math.round(x * 100) / 100;
  const pageOf = (page) => {
    const frame = page.getBoundingClientRect();
    const fragments = [], areas = [], rules = [];
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim()) continue;
      const el = node.parentElement, style = getComputedStyle(el);
      if (style.visibility === "hidden" || style.display === "none") continue;
      const turn = turnOf(el), across = turn % 2 === 0, reverse = turn >= 2;
      const fg = colour(style.color), bg = ground(el);
      let cur = null;
      const flush = () => { if (cur && cur.text.trim()) fragments.push(cur); cur = null; };
      const range = document.createRange();
      for (let i = 0; i < node.length; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const r = range.getClientRects()[0];
        if (!r || (r.width === 0 && r.height === 0)) { if (cur) { cur.text += node.data[i]; cur.ends.push(cur.ends[cur.ends.length - 1]); } continue; }
        const line = across ? r.top : r.left;
        if (cur && Math.abs(line - cur.line) > 2) flush();
        if (!cur) cur = { text: "", line, rects: [], ends: [] };
        cur.text += node.data[i];
        cur.rects.push(r);
        cur.ends.push(across ? (reverse ? frame.right - r.right : r.left) : (reverse ? frame.bottom - r.bottom : r.top));
      }
      flush();
      for (const f of fragments) {
        if (f.box) continue;
        const x0 = Math.min(...f.rects.map((r) => r.left)) - frame.left, y0 = Math.min(...f.rects.map((r) => r.top)) - frame.top;
        const x1 = Math.max(...f.rects.map((r) => r.right)) - frame.left, y1 = Math.max(...f.rects.map((r) => r.bottom)) - frame.top;
        f.box = [round(x0), round(y0), round(x1), round(y1)];
        f.starts = f.ends.map((e) => round(e - f.ends[0]));
        f.turn = turn;
        f.reversed = luminance(fg) > luminance(bg) + 20;
        f.size = parseFloat(style.fontSize);
        f.bold = parseInt(style.fontWeight) >= 600;
        f.face = style.fontFamily;
        f.data = dataOf(el, page);
        delete f.rects; delete f.ends; delete f.line;
      }
    }
    for (const el of page.querySelectorAll("*")) {
      const s = getComputedStyle(el), r = el.getBoundingClientRect();
      if (r.width < 2 || r.height < 2 || s.visibility === "hidden") continue;
      const box = [r.left - frame.left, r.top - frame.top, r.right - frame.left, r.bottom - frame.top].map(round);
      const own = colour(s.backgroundColor), filled = opaque(own) && luminance(own) < 250;
      const sides = ["Top", "Right", "Bottom", "Left"].map((k) => (s["border" + k + "Style"] !== "none" ? parseFloat(s["border" + k + "Width"]) : 0));
      const framed = sides.every((w) => w > 0);
      if (filled || framed) areas.push({ box, filled, dark: filled && luminance(own) < 110, framed, data: dataOf(el, page) });
      if (!framed) {
        const [x0, y0, x1, y1] = box;
        if (sides[0]) rules.push([x0, y0, x1, y0, sides[0]]);
        if (sides[1]) rules.push([x1, y0, x1, y1, sides[1]]);
        if (sides[2]) rules.push([x0, y1, x1, y1, sides[2]]);
        if (sides[3]) rules.push([x0, y0, x0, y1, sides[3]]);
      }
    }
    // What a page cuts off is not printed.
    const seen = (b) => b[0] < frame.width && b[1] < frame.height && b[2] > 0 && b[3] > 0 && b[3] <= frame.height + 1 && b[2] <= frame.width + 1;
    const partly = (b) => b[0] < frame.width && b[1] < frame.height && b[2] > 0 && b[3] > 0 && !seen(b);
    return { width: frame.width, height: frame.height, fragments: fragments.filter((f) => seen(f.box)), cut: fragments.map((f) => f.box).filter(partly), areas: areas.filter((a) => seen(a.box)), rules };
  };
  return [...document.querySelectorAll(".page")].map(pageOf);
})()
