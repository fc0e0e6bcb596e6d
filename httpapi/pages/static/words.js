// What states are called, in the two languages of the floor. The class picks the colour.
const th = (navigator.language || '').startsWith('th');

const STATES = {
  starting: ['Starting', 'กำลังเริ่ม', ''],
  ready: ['Ready', 'พร้อม', 'ok'],
  empty: ['Ready: put a parcel under the camera', 'พร้อม: วางพัสดุใต้กล้อง', 'ok'],
  presence: ['Parcel seen', 'พบพัสดุ', ''],
  settling: ['Hold still', 'รอให้นิ่ง', ''],
  reading: ['Reading …', 'กำลังอ่าน …', ''],
  hold: ['Done: take the parcel away', 'เสร็จแล้ว: นำพัสดุออก', 'ok'],
  duplicate: ['Duplicate', 'ซ้ำ', 'warn'],
  please_turn: ['Please turn the parcel', 'กรุณาหมุนพัสดุ', 'warn'],
  blurred: ['Out of focus', 'ภาพไม่ชัด', 'warn'],
  dark: ['Too dark', 'มืดเกินไป', 'bad'],
  camera_lost: ['Camera lost', 'กล้องหลุด', 'bad'],
  store_full: ['Store full', 'ที่เก็บเต็ม', 'bad'],
  failed: ['Failed', 'ล้มเหลว', 'bad'],
  stopped: ['Stopped', 'หยุด', 'bad'],
};

const WORDS = {
  take: ['Take a picture', 'ถ่ายภาพ'], sent: ['Sent from this phone', 'ส่งจากเครื่องนี้'], kind: ['Document', 'เอกสาร'],
  ok: ['OK', 'ผ่าน'], duplicate: ['Duplicate', 'ซ้ำ'], refused: ['Not accepted', 'ไม่รับ'], sending: ['Reading …', 'กำลังอ่าน …'],
  nothing: ['Nothing found', 'ไม่พบข้อมูล'], again: ['Please turn it and try again', 'กรุณาหมุนแล้วถ่ายใหม่'], busy: ['The box is busy, trying again', 'เครื่องไม่ว่าง กำลังลองใหม่'],
};

export const say = (word) => (WORDS[word] || [word, word])[th ? 1 : 0];

// stateOf gives a state's name and colour class; one we do not know is shown as it is.
export function stateOf(state) {
  const s = STATES[state];
  return s ? { text: s[th ? 1 : 0], cls: s[2] } : { text: (state || '').replaceAll('_', ' '), cls: '' };
}

// verdictOf judges a reading in the operator's words.
export function verdictOf(r) {
  if (r.duplicate_of) return { text: say('duplicate'), cls: 'warn', why: `#${r.duplicate_of}` };
  if (r.accepted) return { text: say('ok'), cls: 'ok', why: '' };
  return { text: say('refused'), cls: 'bad', why: (r.reason || '').replaceAll('_', ' ') };
}

export function translate() {
  for (const e of document.querySelectorAll('[data-t]')) e.textContent = say(e.dataset.t);
}
