// A spreadsheet of one sheet (Office Open XML, ECMA-376): five small files in a ZIP archive that is stored, not packed.
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACK = 'http://schemas.openxmlformats.org/package/2006';

export const XLSX = TYPES + '.sheet';

const escape = (s) => s.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function column(i) {
  let name = '';
  for (let n = i + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

// Numbers become numbers where nothing of what is printed is lost by it: no leading zeros, no more digits than a spreadsheet keeps.
const NUMBER = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,13})(?:\.\d+)?$/;

function cell(text, row, i) {
  const at = column(i) + (row + 1), plain = (text || '').trim();
  if (NUMBER.test(plain) && plain.replace(/\D/g, '').length <= 15) return `<c r="${at}"><v>${plain.replaceAll(',', '')}</v></c>`;
  return plain ? `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>` : '';
}

const sheet = (rows) => `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows.map((r, n) => `<row r="${n + 1}">${r.map((c, i) => cell(c, n, i)).join('')}</row>`).join('')}</sheetData></worksheet>`;

function crc32(bytes) {
  let c = ~0;
  for (const b of bytes) {
    c ^= b;
    for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c >>> 0;
}

function zip(files) {
  const parts = [], central = [], encoder = new TextEncoder();
  let at = 0;
  for (const [name, text] of files) {
    const file = encoder.encode(name), data = encoder.encode(text), sum = crc32(data);
    const record = (signature, more) => {
      const b = new DataView(new ArrayBuffer((more ? 46 : 30)));
      let o = 0;
      const put = (size, v) => { size === 4 ? b.setUint32(o, v, true) : b.setUint16(o, v, true); o += size; };
      put(4, signature);
      if (more) put(2, 20);
      for (const v of [20, 0x800, 0, 0, 0x21]) put(2, v); // version, names in UTF-8, stored, 1980-01-01
      put(4, sum); put(4, data.length); put(4, data.length); put(2, file.length); put(2, 0);
      if (more) { put(2, 0); put(2, 0); put(2, 0); put(4, 0); put(4, at); }
      return new Uint8Array(b.buffer);
    };
    const local = record(0x04034b50, false);
    central.push(record(0x02014b50, true), file);
    parts.push(local, file, data);
    at += local.length + file.length + data.length;
  }
  const size = central.reduce((s, p) => s + p.length, 0), end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  return new Blob([...parts, ...central, new Uint8Array(end.buffer)], { type: XLSX });
}

// xlsx makes a file of rows of texts.
export function xlsx(rows) {
  return zip([
    ['[Content_Types].xml', `${HEAD}<Types xmlns="${PACK}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`],
    ['_rels/.rels', `${HEAD}<Relationships xmlns="${PACK}/relationships"><Relationship Id="r1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="lensd" sheetId="1" r:id="r1"/></sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `${HEAD}<Relationships xmlns="${PACK}/relationships"><Relationship Id="r1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`],
    ['xl/worksheets/sheet1.xml', sheet(rows)],
  ]);
}
