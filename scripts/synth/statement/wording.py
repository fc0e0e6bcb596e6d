"""What banks print: names of banks, captions, headings, transactions. Each list has two parts, drawn and held out: what is
held out measures and nothing is chosen by it."""

def part(words, held):
    """The half of a list of variants that a family may use: every third one is held out."""
    return [w for i, w in enumerate(words) if (i % 3 == 2) == held] or words


BANKS = {
    "th": ["ธนาคารกสิกรไทย", "ธนาคารไทยพาณิชย์ จำกัด (มหาชน)", "ธนาคารกรุงเทพ จำกัด (มหาชน)", "ธนาคารกรุงไทย", "ธนาคารออมสิน", "ธนาคารทหารไทยธนชาต", "ธนาคารกรุงศรีอยุธยา จำกัด (มหาชน)",
           "ธนาคารเกียรตินาคินภัทร", "ธนาคารทิสโก้ จำกัด (มหาชน)", "ธนาคารอาคารสงเคราะห์", "ธนาคารบ้านสวนพัฒนา", "ธนาคารริมโขงพาณิชย์", "ธนาคารสหชุมชน จำกัด", "ธนาคารดอยคำออมทรัพย์", "ธนาคารอันดามันสากล จำกัด (มหาชน)"],
    "en": ["Kasikornbank PCL", "Bangkok Bank Public Company Limited", "Siam Commercial Bank", "Krungthai Bank", "TISCO Bank", "CIMB THAI BANK PCL", "Harbourline Bank", "First Meadow Credit Union", "Bank of Three Rivers",
           "NORTHERN LANTERN BANK PLC", "Cedar & Stone Savings Bank", "Peoples Terrace Bank, N.A.", "Golden Paddy Bank PCL", "The Ferry Town Bank", "Kite Island Banking Corporation"],
}
TITLES = {"th": ["รายการเดินบัญชี", "รายการเคลื่อนไหวบัญชีเงินฝาก", "ใบแจ้งยอดบัญชี", "สรุปรายการบัญชีออมทรัพย์"], "en": ["Statement of Account", "Account Statement", "Savings Account Transactions", "Transaction Report"]}
CAPTIONS = {
    "account_name": {"th": ["ชื่อบัญชี", "ชื่อเจ้าของบัญชี", "ชื่อผู้ฝาก", "ชื่อลูกค้า", "นามบัญชี", "ชื่อ-นามสกุล"], "en": ["Account Name", "Name", "Account Holder", "Customer Name", "A/C Name", "Account Title"]},
    "account_no": {"th": ["เลขที่บัญชี", "บัญชีเลขที่", "หมายเลขบัญชี"], "en": ["Account No.", "Account Number", "A/C No."]},
    "date_range": {"th": ["ระหว่างวันที่", "รอบบัญชี", "ช่วงเวลารายการ", "ประจำงวด", "ตั้งแต่วันที่", "รายการของวันที่"], "en": ["Period", "Statement Period", "Transactions between", "Date Range", "For the period", "Covering"]},
    "branch": {"th": ["สาขา", "สาขาเจ้าของบัญชี", "สำนักงาน"], "en": ["Branch", "Home Branch", "Office"]},
    "currency": {"th": ["สกุลเงิน", "เงินสกุล", "หน่วย"], "en": ["Currency", "Curr.", "CCY"]},
    "printed": {"th": ["วันที่พิมพ์", "ออกเมื่อ", "พิมพ์ ณ วันที่"], "en": ["Printed on", "Issued", "Date printed"]},
    "type": {"th": ["ประเภทบัญชี", "ประเภทเงินฝาก", "ผลิตภัณฑ์"], "en": ["Account Type", "Product", "Type of account"]},
    "opening": {"th": ["ยอดยกมา", "ยอดต้นงวด", "ยอดเงินยกมา"], "en": ["Opening Balance", "Balance Brought Forward", "Previous balance"]},
    "closing": {"th": ["ยอดยกไป", "ยอดปลายงวด", "ยอดคงเหลือสุดท้าย"], "en": ["Closing Balance", "Ending Balance", "Balance carried forward"]},
    "sum_out": {"th": ["รวมถอน", "ยอดถอนรวม", "รวมรายการถอน"], "en": ["Total Withdrawals", "Total Debits", "Total paid out"]},
    "sum_in": {"th": ["รวมฝาก", "ยอดฝากรวม", "รวมรายการฝาก"], "en": ["Total Deposits", "Total Credits", "Total paid in"]},
    "carried": {"th": ["ยอดยกไปหน้าถัดไป", "ยกไป", "ยอดยกไป"], "en": ["Carried forward", "C/F", "Balance C/F"]},
    "brought": {"th": ["ยอดยกมาจากหน้าก่อน", "ยกมา", "ยอดยกมา"], "en": ["Brought forward", "B/F", "Balance B/F"]},
    "total": {"th": ["รวม", "รวมทั้งสิ้น", "ยอดรวม"], "en": ["Total", "Totals", "Sum"]},
}
HEADINGS = {
    "no": {"th": ["ลำดับ", "ที่", "ลำดับที่"], "en": ["No.", "#", "Seq."]},
    "date": {"th": ["วันที่", "วันที่ทำรายการ", "วันที่ลงรายการ", "วัน/เดือน/ปี", "วันทำการ", "วันที่โอน"], "en": ["Date", "Transaction Date", "Entry Date", "Posted On", "Date of entry", "Trans. Date"]},
    "vdate": {"th": ["วันที่มีผล", "วันมีผล", "วันมีมูลค่า"], "en": ["Value Date", "Effective", "Value"]},
    "time": {"th": ["เวลา", "เวลาทำรายการ", "เวลา (น.)"], "en": ["Time", "Hour", "Time of day"]},
    "desc": {"th": ["รายการ", "รายละเอียด", "คำอธิบายรายการ", "รายละเอียดรายการ", "ชื่อรายการ", "ความเคลื่อนไหว"], "en": ["Description", "Details", "Particulars", "Narrative", "Transaction", "What happened"]},
    "code": {"th": ["รหัส", "รหัสรายการ", "โค้ด"], "en": ["Code", "Txn Code", "Tx"]},
    "ref": {"th": ["เลขที่อ้างอิง", "อ้างอิง", "เลขอ้างอิง"], "en": ["Reference", "Ref. No.", "Trace No."]},
    "chq": {"th": ["เลขที่เช็ค", "เช็ค", "เช็คเลขที่"], "en": ["Cheque No.", "Chq.", "Check no."]},
    "out": {"th": ["ถอนเงิน", "ถอน", "จำนวนเงินถอน", "หักบัญชี", "เดบิต", "เงินที่ถอน"], "en": ["Withdrawal", "Debit", "Money Out", "Paid Out", "Withdrawals (THB)", "Sum debited"]},
    "in": {"th": ["ฝากเงิน", "ฝาก", "จำนวนเงินฝาก", "เข้าบัญชี", "เครดิต", "เงินที่ฝาก"], "en": ["Deposit", "Credit", "Money In", "Paid In", "Deposits (THB)", "Sum credited"]},
    "amt": {"th": ["จำนวนเงิน", "ถอน/ฝาก", "จำนวนเงิน (บาท)"], "en": ["Amount", "Withdrawal / Deposit", "Amount (Baht)"]},
    "mark": {"th": ["ประเภท", "ถ/ฝ", "เข้า/ออก"], "en": ["D/C", "Dr/Cr", "Type"]},
    "bal": {"th": ["ยอดคงเหลือ", "คงเหลือ", "ยอดเงินคงเหลือ", "ยอดคงเหลือ (บาท)", "เหลือ", "ยอดหลังรายการ"], "en": ["Balance", "Running Balance", "Ledger Balance", "Balance (THB)", "Outstanding", "Balance after"]},
    "chan": {"th": ["ช่องทาง", "สาขา", "ช่องทางบริการ"], "en": ["Channel", "Branch", "Via"]},
    "note": {"th": ["หมายเหตุ", "บันทึก", "บันทึกช่วยจำ"], "en": ["Note", "Remarks", "Memo"]},
}
MOVES = {
    "th": (["ถอนเงินสด", "โอนเงินออก", "จ่ายบิล", "ซื้อสินค้าผ่านบัตร", "ค่าธรรมเนียม", "หักบัญชีอัตโนมัติ", "ค่าน้ำประปา", "ชำระสินเชื่อ", "เติมเงินโทรศัพท์"],
           ["ฝากเงินสด", "รับโอนเงิน", "เงินเดือน", "ดอกเบี้ยรับ", "คืนเงิน", "ฝากเช็ค", "รับชำระค่าสินค้า", "เงินปันผล"]),
    "en": (["ATM Withdrawal", "Transfer Out", "Bill Payment", "Card Purchase", "Monthly Fee", "Direct Debit", "Cheque Paid", "Loan Repayment"],
           ["Cash Deposit", "Transfer In", "Salary", "Interest", "Refund", "Cheque Deposit", "Incoming Wire", "Dividend"]),
}
CHANNELS = {"th": ["ATM", "เคาน์เตอร์", "Mobile", "อัตโนมัติ", "0412", "CDM", "อินเทอร์เน็ต"], "en": ["ATM", "Counter", "Mobile", "Auto", "0412", "CDM", "Internet", "EDC"]}
ADVERTS = {"th": ["สมัครบัตรเครดิตวันนี้ รับเงินคืนสูงสุด 1,500.00 บาท ถึง 31 ธ.ค. 2568", "ฝากประจำ 12 เดือน ดอกเบี้ย 1.85% ต่อปี", "โปรดตรวจสอบรายการภายใน 10 วัน"],
           "en": ["Home loans from 2.99%, credit line up to 5,000,000.00 THB", "Open a fixed deposit before 31/12/2025 and get 500.00 back", "Please report errors within 10 days"]}
MARKS = [("DR", "CR"), ("D", "C"), ("-", "+"), ("ถอน", "ฝาก"), ("W", "D")]
