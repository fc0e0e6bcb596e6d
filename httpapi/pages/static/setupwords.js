// What the set-up page says: [English, Thai].
import { pick } from './lang.js';

const WORDS = {
  setup: ['Set up', 'ตั้งค่า'], home: ['All stations', 'สถานีทั้งหมด'], other: ['ไทย', 'English'],
  claimWhy: ['This box is new. It has written a code to its log; whoever has the code may set it up. On the box: journalctl -u lensd | grep code', 'เครื่องนี้เป็นเครื่องใหม่ รหัสตั้งค่าอยู่ในบันทึกของเครื่อง ผู้ที่มีรหัสจึงตั้งค่าได้ บนเครื่อง: journalctl -u lensd | grep code'],
  code: ['Code from the log', 'รหัสจากบันทึก'], go: ['Go on', 'ต่อไป'],
  freshWhy: ['This is the key of the box. It is shown this once: keep it where you keep passwords. You are signed in on this device.', 'นี่คือกุญแจของเครื่อง จะแสดงเพียงครั้งเดียว โปรดเก็บไว้เหมือนรหัสผ่าน อุปกรณ์นี้เข้าสู่ระบบแล้ว'],
  noted: ['I have kept it', 'เก็บไว้แล้ว'],
  stations: ['Stations', 'สถานี'], noStation: ['None yet. A station is a camera that reads one kind of thing.', 'ยังไม่มี สถานีคือกล้องหนึ่งตัวที่อ่านของหนึ่งชนิด'],
  add: ['Add a station', 'เพิ่มสถานี'], station: ['Station', 'สถานี'], change: ['Change', 'แก้ไข'], remove: ['Remove', 'ลบ'], close: ['Close', 'ปิด'],
  sureRemove: ['Remove this station? Its readings stay.', 'ลบสถานีนี้หรือไม่ ค่าที่อ่านไว้จะยังอยู่'],
  name: ['Name', 'ชื่อ'], nameHint: ['Letters, digits, - and _; it stands in MQTT topics', 'ตัวอักษรอังกฤษ ตัวเลข - และ _ ใช้ในหัวข้อ MQTT'],
  kind: ['What it reads', 'อ่านอะไร'], camera: ['Camera', 'กล้อง'],
  rtsp: ['A camera on the network (RTSP)', 'กล้องในเครือข่าย (RTSP)'], http: ['A picture at a web address (HTTP)', 'ภาพจากที่อยู่เว็บ (HTTP)'], push: ['Pictures are sent to the box', 'มีผู้ส่งภาพมาที่เครื่อง'],
  asInFile: ['As the file says', 'ตามที่ระบุในไฟล์'],
  url: ['Address', 'ที่อยู่'], urlHint: ['rtsp://… or http://…, as the camera’s manual says', 'rtsp://… หรือ http://… ตามคู่มือกล้อง'], user: ['User name', 'ชื่อผู้ใช้'], password: ['Password', 'รหัสผ่าน'], keptPassword: ['unchanged', 'ไม่เปลี่ยน'],
  tryCamera: ['Test the camera', 'ทดสอบกล้อง'], trying: ['Trying …', 'กำลังลอง …'], saving: ['Saving …', 'กำลังบันทึก …'],
  trigger: ['When it reads', 'อ่านเมื่อใด'], every1: ['Every minute', 'ทุกนาที'], every5: ['Every 5 minutes', 'ทุก 5 นาที'], every15: ['Every 15 minutes', 'ทุก 15 นาที'], every60: ['Every hour', 'ทุกชั่วโมง'],
  settle: ['When something new lies still before the camera', 'เมื่อมีของใหม่วางนิ่งหน้ากล้อง'], command: ['Only when asked', 'เมื่อสั่งเท่านั้น'],
  size: ['Size of the meter', 'ขนาดมาตร'], sizeHint: ['Q3 stands on the dial. A reading that would mean more water than can flow through is not taken.', 'ค่า Q3 พิมพ์อยู่บนหน้าปัด ค่าที่สูงเกินน้ำที่ไหลผ่านได้จะไม่ถูกรับ'],
  size25: ['Q3 2.5 (flat)', 'Q3 2.5 (ห้องชุด)'], size4: ['Q3 4 (house)', 'Q3 4 (บ้าน)'], size63: ['Q3 6.3', 'Q3 6.3'], size10: ['Q3 10', 'Q3 10'], size16: ['Q3 16 (large building)', 'Q3 16 (อาคารใหญ่)'], sizeNone: ['No limit', 'ไม่จำกัด'],
  decimals: ['Red digits behind the point', 'จำนวนหลักสีแดงหลังจุด'],
  save: ['Save', 'บันทึก'], saveAim: ['Save and aim the camera', 'บันทึกแล้วเล็งกล้อง'],
  aim: ['Aim the camera', 'เล็งกล้อง'], aimWhy: ['Move the camera until the value below is what you see, and the bars are as long as they get. Nothing is kept of these pictures.', 'ขยับกล้องจนค่าด้านล่างตรงกับที่เห็น และแถบยาวที่สุด ภาพเหล่านี้ไม่ถูกเก็บ'],
  waiting: ['Waiting for the camera …', 'กำลังรอกล้อง …'], willRead: ['This will read', 'จะอ่านได้'], sureness: ['sure to', 'มั่นใจ'], nothing: ['Nothing is found yet', 'ยังไม่พบอะไร'],
  focus: ['Focus', 'ความคมชัด'], light: ['Light', 'แสง'], glare: ['Glare', 'แสงสะท้อน'], height: ['Size of the print', 'ขนาดตัวอักษร'], best: ['best so far', 'ดีที่สุดถึงตอนนี้'],
  closer: ['The print is small: go nearer.', 'ตัวอักษรเล็ก ขยับเข้าใกล้'], blurred: ['Out of focus: turn the lens, or go farther off.', 'ภาพไม่ชัด หมุนเลนส์หรือถอยออก'], glareAdvice: ['A light is mirrored: move the light or tilt the camera.', 'มีแสงสะท้อน ย้ายไฟหรือเอียงกล้อง'], dark: ['Too dark: add a light.', 'มืดเกินไป เพิ่มไฟ'], bright: ['Too bright: take light away.', 'สว่างเกินไป ลดแสง'],
  right: ['That is right: read now', 'ถูกต้อง: อ่านเลย'], didRead: ['The first reading is there.', 'อ่านค่าแรกแล้ว'], toStation: ['To the station', 'ไปที่สถานี'],
  mqtt: ['MQTT and Home Assistant', 'MQTT และ Home Assistant'], mqttWhy: ['Readings go to a broker, from which Home Assistant and others have them.', 'ค่าที่อ่านถูกส่งไปยังโบรกเกอร์ ซึ่ง Home Assistant และระบบอื่นรับต่อได้'],
  broker: ['Broker', 'โบรกเกอร์'], embedded: ['The box’s own, for programs on the box', 'ของเครื่องเอง สำหรับโปรแกรมบนเครื่อง'], elsewhere: ['Another one on the network', 'ตัวอื่นในเครือข่าย'], none: ['None', 'ไม่ใช้'],
  brokerHint: ['tcp://host:1883, or ssl://host:8883', 'tcp://host:1883 หรือ ssl://host:8883'], discovery: ['Tell Home Assistant of the stations', 'แจ้งสถานีให้ Home Assistant'],
  tryBroker: ['Test the broker', 'ทดสอบโบรกเกอร์'], joined: ['The broker lets the box in.', 'โบรกเกอร์รับเครื่องนี้แล้ว'], saved: ['Saved.', 'บันทึกแล้ว'],
  keys: ['Keys', 'กุญแจ'], keysWhy: ['Every person and program has a key of its own, so that one can be taken back.', 'แต่ละคนและแต่ละโปรแกรมมีกุญแจของตน เพื่อยกเลิกทีละดอกได้'],
  role: ['May', 'สิทธิ์'], read: ['look', 'ดู'], operate: ['look and have things read', 'ดูและสั่งอ่าน'], admin: ['everything', 'ทุกอย่าง'],
  make: ['Make a key', 'สร้างกุญแจ'], revoke: ['Take back', 'ยกเลิก'], failed: ['That did not work.', 'ทำไม่สำเร็จ'],
  'water-meter': ['Water meter', 'มาตรวัดน้ำ'], 'shipping-label': ['Parcel label', 'ใบปะหน้าพัสดุ'], passport: ['Passport', 'หนังสือเดินทาง'], 'general-invoice': ['Invoice', 'ใบแจ้งหนี้'], 'bank-statement': ['Bank statement', 'รายการเดินบัญชี'], 'shipping-invoice': ['Freight invoice', 'ใบแจ้งหนี้ค่าขนส่ง'], 'tawi-50': ['Withholding tax certificate', 'หนังสือรับรองหัก ณ ที่จ่าย'], 'vehicle-policy': ['Vehicle insurance policy', 'กรมธรรม์ประกันรถ'], table: ['Table', 'ตาราง'],
};

// What the box says is wrong with a field, in Thai; English is the box's own.
const FAULTS = {
  "letters, digits, '_' and '-' only": 'ใช้ได้เฉพาะตัวอักษรอังกฤษ ตัวเลข _ และ -', 'stands twice': 'มีชื่อนี้แล้ว',
  'is not an address such as rtsp://host/path': 'ต้องเป็นที่อยู่เช่น rtsp://host/path', 'is not an address such as http://host/picture.jpg': 'ต้องเป็นที่อยู่เช่น http://host/picture.jpg',
  'source rtsp needs it': 'ต้องกรอก', 'source http needs it': 'ต้องกรอก', 'is not between 0 and 6': 'ต้องอยู่ระหว่าง 0 ถึง 6', 'is negative': 'ต้องไม่ติดลบ',
  'is not embedded, none, tcp://host:port or ssl://host:port': 'ต้องเป็น tcp://host:port หรือ ssl://host:port', 'the broker refuses this user name or password': 'โบรกเกอร์ไม่รับชื่อผู้ใช้หรือรหัสผ่าน', 'the broker does not answer': 'โบรกเกอร์ไม่ตอบ',
};

export const t = (word) => (WORDS[word] ? pick(WORDS[word]) : word);
export const fault = (says) => pick([says, FAULTS[says] || says]);

export function translate() {
  for (const e of document.querySelectorAll('[data-t]')) e.textContent = t(e.dataset.t);
}
