// What states are called, in the two languages of the floor. The class picks the colour.
import { thai as th } from './lang.js';

const STATES = {
  starting: ['Starting', 'กำลังเริ่ม', ''],
  ready: ['Ready', 'พร้อม', 'ok'],
  empty: ['Ready: put a parcel under the camera', 'พร้อม: วางพัสดุใต้กล้อง', 'ok'],
  moving: ['Something moves', 'มีการเคลื่อนไหว', ''],
  settling: ['Hold still', 'รอให้นิ่ง', ''],
  reading: ['Reading …', 'กำลังอ่าน …', ''],
  hold: ['Done: take the parcel away', 'เสร็จแล้ว: นำพัสดุออก', 'ok'],
  duplicate: ['Duplicate', 'ซ้ำ', 'warn'],
  please_turn: ['Please turn the parcel', 'กรุณาหมุนพัสดุ', 'warn'],
  blurred: ['Out of focus', 'ภาพไม่ชัด', 'warn'],
  dark: ['Too dark', 'มืดเกินไป', 'bad'],
  camera_lost: ['Camera lost', 'กล้องหลุด', 'bad'],
  store_full: ['Store full', 'ที่เก็บเต็ม', 'bad'],
  disk_full: ['Disk full', 'ดิสก์เต็ม', 'bad'],
  disk_read_only: ['Disk is read-only', 'ดิสก์อ่านได้อย่างเดียว', 'bad'],
  disk_error: ['Disk fails: replace the card', 'ดิสก์เสีย: เปลี่ยนการ์ด', 'bad'],
  store_locked: ['Store is in use by another lensd', 'ที่เก็บถูกใช้โดย lensd อื่น', 'bad'],
  store_failed: ['Store cannot be used', 'ใช้ที่เก็บไม่ได้', 'bad'],
  failed: ['Failed', 'ล้มเหลว', 'bad'],
  stopped: ['Stopped', 'หยุด', 'bad'],
  no_answer: ['No answer from the box', 'เครื่องไม่ตอบ', 'bad'],
};

const WORDS = {
  take: ['Take a picture', 'ถ่ายภาพ'], sent: ['Sent from this phone', 'ส่งจากเครื่องนี้'], kind: ['Document', 'เอกสาร'],
  ok: ['OK', 'ผ่าน'], duplicate: ['Duplicate', 'ซ้ำ'], refused: ['Not accepted', 'ไม่รับ'], sending: ['Reading …', 'กำลังอ่าน …'],
  corrected: ['Corrected', 'แก้ไขแล้ว'],
  turn: ['Please turn it', 'กรุณาหมุน'],
  nothing: ['Nothing found', 'ไม่พบข้อมูล'], again: ['Please turn it and try again', 'กรุณาหมุนแล้วถ่ายใหม่'], busy: ['The box is busy, trying again', 'เครื่องไม่ว่าง กำลังลองใหม่'],
};

const REASONS = {
  unreadable: ['no counter could be read', 'อ่านตัวเลขไม่ได้'],
  low_confidence: ['not sure enough', 'ไม่มั่นใจพอ'],
  digit_count: ['another number of digits than this counter has', 'จำนวนหลักไม่ตรง'],
  decrease: ['less than before', 'น้อยกว่าครั้งก่อน'],
  max_rate: ['more than can have flowed', 'มากเกินอัตราไหล'],
  base_moved: ['several readings agreed: counting from here', 'เริ่มนับจากค่านี้'],
  rolled_over: ['the counter went through zero', 'ตัวเลขวนกลับศูนย์'],
  not_found: ['nothing to read was found', 'ไม่พบข้อมูล'],
  quality: ['the picture is not sharp or bright enough', 'ภาพไม่ชัดหรือมืด'],
};

export const say = (word) => (WORDS[word] || [word, word])[th ? 1 : 0];

// stateOf gives a state's name and colour class; one we do not know is shown as it is.
export function stateOf(state) {
  const s = STATES[state];
  return s ? { text: s[th ? 1 : 0], cls: s[2] } : { text: (state || '').replaceAll('_', ' '), cls: '' };
}

export function reasonOf(reason) {
  return REASONS[reason] ? REASONS[reason][th ? 1 : 0] : (reason || '').replaceAll('_', ' ');
}

// verdictOf judges a reading in the operator's words. A counter's odd value is for its owner to look at; a document
// that could not be read is for the operator to turn.
export function verdictOf(r) {
  if (r.trigger === 'correction' || r.corrected) return { text: say('corrected'), cls: 'ok', why: '' };
  if (r.duplicate_of) return { text: say('duplicate'), cls: 'warn', why: `#${r.duplicate_of}` };
  if (r.accepted) return { text: say('ok'), cls: 'ok', why: reasonOf(r.reason) };
  if (r.kind === 'water-meter') return { text: say('refused'), cls: 'bad', why: reasonOf(r.reason) };
  return { text: say('turn'), cls: 'warn', why: r.message || reasonOf(r.reason) };
}

export function translate() {
  for (const e of document.querySelectorAll('[data-t]')) e.textContent = say(e.dataset.t);
}
