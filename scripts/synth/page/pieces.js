// Paints every printed piece, the characters of one text node that stand on one line, in a colour of its own and all else white.
// Returns what the pieces say; piece i has the colour of number i + 1 to the base of six, in steps of 40 (shoot.py reads it back).
(() => {
  const white = 'background:none!important;border-color:transparent!important;color:transparent!important;text-shadow:none!important;' +
    'outline-color:transparent!important;box-shadow:none!important';
  const pieces = [], range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const style = getComputedStyle(node.parentElement);
    if (!node.data.trim() || style.visibility === 'hidden' || style.display === 'none') continue;
    const down = style.writingMode.startsWith('vertical');
    let piece = null;
    for (let i = 0; i < node.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getClientRects()[0];
      if (box && (box.width || box.height)) { // marks over letters have no place of their own
        const line = down ? box.left : box.top;
        if (!piece || Math.abs(line - piece.line) > 2) pieces.push(piece = {node, from: i, line});
      }
      if (piece) piece.to = i + 1;
    }
  }
  let css = `*{${white}}img,svg,canvas{visibility:hidden!important}html{background:#fff!important}`;
  pieces.forEach((p, i) => {
    const own = document.createRange(), n = i + 1;
    own.setStart(p.node, p.from);
    own.setEnd(p.node, p.to);
    CSS.highlights.set('piece' + i, new Highlight(own));
    css += `::highlight(piece${i}){color:rgb(${n % 6 * 40},${Math.floor(n / 6) % 6 * 40},${Math.floor(n / 36) * 40})!important}`;
  });
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.appendChild(sheet);
  return pieces.map(p => p.node.data.slice(p.from, p.to));
})()
