"""Draws Thai motor insurance policies, voluntary, compulsory or both on one page, as insurers print them: the order of parts, where
the number stands, how period and vehicle are set (a table over columns, upright, a list, values under small captions), captions,
languages, frames and distractors are drawn. held=True draws from captions, settings, makes and faces held out for measuring."""
import datetime
import html
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import faces
import vocabulary

MAKES = (["TOYOTA YARIS", "TOYOTA HILUX REVO 2.4", "HONDA CITY", "ISUZU D-MAX 1.9", "MAZDA 2", "NISSAN MARCH", "MG HS", "HONDA WAVE 110I", "โตโยต้า/วีออส", "ฮอนด้า แจ๊ส"],
         ["FORD RANGER 2.0", "SUZUKI SWIFT", "BYD ATTO 3", "BMW 320D", "SUBARU FORESTER", "HINO 500", "GPX LEGEND 150", "มิตซูบิชิ/ปาเจโร่", "ฟอร์ด เอเวอเรสต์", "MERCEDES-BENZ C 200"])
# Each caption: for tuning, for measuring; "/" parts the English.
CAPTIONS = {
    "number": (["กรมธรรม์ประกันภัยเลขที่/Policy No.", "เลขที่กรมธรรม์/Policy Number"], ["หมายเลขกรมธรรม์/Policy No", "กรมธรรม์เลขที่/Policy Number"]),
    "start": (["เริ่มต้นวันที่/From", "วันที่เริ่มคุ้มครอง/Effective Date"], ["วันเริ่มคุ้มครอง/Inception Date", "เริ่มวันที่/Commencing"]),
    "end": (["สิ้นสุดวันที่/To", "วันที่สิ้นสุดความคุ้มครอง/Expiry Date"], ["วันสิ้นสุดคุ้มครอง/Expiration", "ถึงวันที่/Until"]),
    "model": (["ชื่อรถยนต์/รุ่น|Make & Model", "ยี่ห้อรถ/รุ่น|Make/Model"], ["ยี่ห้อ-รุ่นรถ|Make & Model", "ชื่อรถ/รุ่น|Vehicle make / model"]),
    "plate": (["เลขทะเบียน|License No.", "ทะเบียนรถ|Registration No."], ["หมายเลขทะเบียนรถ|Licence plate", "เลขทะเบียนรถยนต์|Plate No."]),
    "chassis": (["เลขตัวถัง|Chassis No.", "หมายเลขตัวถัง|Chassis Number"], ["เลขตัวถังรถ|VIN", "หมายเลขตัวถังรถ|Chassis No."]),
    "code": (["รหัส|Code"], ["รหัสรถ|Code"]),
    "year": (["ปี/รุ่น|Year", "รุ่นปี|Model year"], ["ปีที่จดทะเบียน|Year", "ปี|Year"]),
    "body": (["แบบตัวถัง|Body Type"], ["ลักษณะรถ|Type of body"]),
    "seat": (["ที่นั่ง/ขนาด/น้ำหนัก|Seats/CC/Weight"], ["จำนวนที่นั่ง/ซีซี/น้ำหนัก|Seats/CC/Ton"]),
    "engine": (["เลขเครื่อง|Engine No."], ["หมายเลขเครื่องยนต์|Engine Number"]),
}
TITLES = {"vol": ("ตารางกรมธรรม์ประกันภัยรถยนต์", "THE MOTOR INSURANCE SCHEDULE"), "cmi": ("ตารางกรมธรรม์ประกันภัยคุ้มครองผู้ประสบภัยจากรถ", "COMPULSORY MOTOR INSURANCE SCHEDULE"),
          "both": ("ตารางกรมธรรม์ประกันภัยรถยนต์ รวมการคุ้มครองผู้ประสบภัยจากรถ", "MOTOR INSURANCE SCHEDULE")}
CONSONANTS = "กขคฆงจฉชฌญฎฐณดตถทธนบปผพภมยรลวศษสหฬอฮ"


class Policy:
    """One random policy: .html to be drawn; data-f names the keys."""

    def __init__(self, seed, held=False):
        self.v = vocabulary.Vocabulary(seed, held)
        self.r, self.held = self.v.r, held
        self.lang = self.r.choice(["th", "th", "bi", "en"])
        self.face = faces.pick(self.r, held, "th")
        self.kind = self.r.choice(["vol", "vol", "cmi", "both"])
        self.html = self.page()

    def say(self, th, en):
        return th if self.lang == "th" or not en else en if self.lang == "en" else f"{th} {self.r.choice(['', '/ '])}{en}"

    def caption(self, key):
        c = self.r.choice(CAPTIONS[key][1 if self.held else 0])
        return self.say(*(c.split("|") if "|" in c else c.split("/")))

    def f(self, key, value):
        return f"<span data-f={key} style='white-space:{'normal' if key == 'CAR_MAKE_MODEL' else 'nowrap'}'>{html.escape(value)}</span>"

    def plate(self):
        """(number, province)"""
        r = self.r
        p = r.choice(self.v._places)[2]
        if r.random() < 0.15:
            return f"{r.randrange(60, 99)}-{self.v.digits(4)}", p
        letters = "".join(r.choice(CONSONANTS) for _ in range(2))
        return r.choice(["", str(r.randrange(1, 9))]) + letters + r.choice([" ", " ", "-"]) + str(r.randrange(1, 9999)), p

    def vehicle(self):
        """The insured vehicle in one of the ways that insurers set it."""
        r = self.r
        number, where = self.plate()
        style = r.choice(["table", "upright", "list", "small"]) if not self.held else r.choice(["table", "upright", "small", "pairs", "tworow"])
        values = {"code": str(r.choice([110, 120, 210, 320])), "year": str(r.randrange(2005, 2025) + r.choice([0, 543])), "body": r.choice(["เก๋ง", "กระบะ", "SEDAN", "PICKUP"]),
                  "seat": f"{r.choice([4, 5, 7])}/{r.randrange(998, 3000)}/{r.choice(['-', '1.5', '2'])}", "engine": self.v.shape(r.choice(["@@@######", "#@@-@######"])),
                  "model": self.f("CAR_MAKE_MODEL", r.choice(MAKES[self.held])), "chassis": self.f("CAR_CHASSIS_NO", self.number)}
        beside = style in ("list", "pairs") and r.random() < 0.5
        values["plate"] = self.f("CAR_LICENSE_NO", number) + (" &nbsp; " if beside else "<br>") + self.f("CAR_LICENSE_NO", where).replace("data-f", "data-i=2 data-f")
        keys = ["code", "model", "plate", "chassis", "year"] + r.sample(["body", "seat", "engine"], r.choice([1, 2]))
        if r.random() < 0.6:
            r.shuffle(keys)
        cells = [(self.caption(k), values[k]) for k in keys]
        if style == "table":
            return f"<table class='{self.rules} wide'><tr>{''.join(f'<th>{c}</th>' for c, _ in cells)}</tr><tr class=c>{''.join(f'<td>{v}</td>' for _, v in cells)}</tr></table>"
        if style == "tworow":
            n = (len(cells) + 1) // 2
            return "".join(f"<table class='{self.rules} wide'><tr>{''.join(f'<th>{c}</th>' for c, _ in part)}</tr><tr class=c>{''.join(f'<td>{v}</td>' for _, v in part)}</tr></table>" for part in (cells[:n], cells[n:]))
        if style == "upright":
            return f"<table class='{self.rules} wide'>{''.join(f'<tr><td style=width:38%>{c}</td><td>{v}</td></tr>' for c, v in cells)}</table>"
        if style == "small":  # a small caption over each value in a frame of its own
            return "<div style='display:flex;flex-wrap:wrap;gap:5px'>" + "".join(f"<div style='border:1px solid #777;padding:3px 6px;flex:1 0 28%'><div style='font-size:.75em;color:#444'>{c}</div>{v}</div>" for c, v in cells) + "</div>"
        if style == "pairs":
            rows = "".join(f"<tr>{''.join(f'<td class=k>{c}</td><td>{v}</td>' for c, v in cells[k:k + 2])}</tr>" for k in range(0, len(cells), 2))
            return f"<table class='{self.rules} wide'>{rows}</table>"
        return f"<div style='columns:{r.choice([1, 2])}'>{''.join(f'<div style=break-inside:avoid>{c}{self.colon} {v}</div>' for c, v in cells)}</div>"

    def period(self):
        r = self.r
        style = self.v.date_style("en" if self.lang == "en" and r.random() < .5 else "th")
        a = self.day
        b = a.replace(year=a.year + 1, day=min(a.day, 28) if a.month == 2 else a.day)
        start, end = self.f("CAR_POLICY_START_DATE", style(a)), self.f("CAR_POLICY_END_DATE", style(b))
        clock = r.choice(["16.30 น.", "24.00 น.", "16:30 น."])
        head = self.say("ระยะเวลาประกันภัย", "Period of Insurance")
        way = r.choice(["line", "cells", "boxes"]) if not self.held else r.choice(["line", "rows", "boxes"])
        if way == "line":
            return f"<div class=f>{head} : {self.caption('start')} &nbsp; {start} &nbsp; {self.caption('end')} &nbsp; {end} &nbsp; {self.say('เวลา', 'at')} {clock}</div>"
        if way == "cells":
            return f"<table class='{self.rules} wide'><tr><td>{head}</td><td>{self.caption('start')}<br>{start}</td><td>{self.caption('end')}<br>{end}</td><td>{self.say('เวลา', 'Time')}<br>{clock}</td></tr></table>"
        if way == "rows":
            return f"<div class=f><div>{head}</div><div>{self.caption('start')}{self.colon} {start} {self.say('เวลา', 'Time')} 16.30 น.</div><div>{self.caption('end')}{self.colon} {end} {self.say('เวลา', 'Time')} {clock}</div></div>"
        return f"<div style='display:flex;gap:8px'>{''.join(f'<div class=f style=flex:1><div style=font-size:.8em>{c}</div>{d}</div>' for c, d in ((self.caption('start'), start), (self.caption('end'), end)))}</div>"

    def page(self):
        r, v = self.r, self.v
        self.day, self.colon, self.rules = v.day(2016, 10), r.choice([":", " :", ""]), r.choice(["g", "g", "hl", "p"])
        self.number = v.shape(r.choice(["MR0@@##@#", "MNT@@@###", "JTM@@@@##", "MP1@@@##@", "MMT@###@#"])).replace("O", "P").replace("Q", "R").replace("I", "J") + "0" + v.digits(7)
        policy = v.shape(r.choice(["#####-###-#########", "V##########", "AV-##-#######-#", "####-######/##", "CMI#########", "##/####/######", "#####/POL/######-###"] if not self.held else ["##-#######-##", "@@@-##-######", "###########", "VM#-##-####-######", "####/##/@##/######"]))
        small = [(self.say("รหัสตัวแทน", "Agent Code"), v.digits(6)), (self.say("เลขเครื่องหมาย", "Sticker No."), v.digits(9)), (self.say("รหัสบริษัท", "Company Code"), v.shape("@@@"))]
        r.shuffle(small)
        number = (self.caption("number"), f"<b>{self.f('CAR_POLICY_NO', policy)}</b>")
        lines = small[:r.choice([0, 1, 2])]
        lines.insert(r.randrange(len(lines) + 1), number)
        how, align = r.randrange(3), r.choice(['right', 'left'])
        top = ("".join(f"<div style='text-align:{align}'>{c}{self.colon} {x}</div>" for c, x in lines) if how == 0 else
               f"<table class='{self.rules} wide'><tr>{''.join(f'<td>{c} &nbsp; {x}</td>' for c, x in lines)}</tr></table>" if how == 1 else
               f"<table class={self.rules}>{''.join(f'<tr><td>{c}</td><td>{x}</td></tr>' for c, x in lines)}</table>")
        insured = "".join(f"<div>{self.say(t, e)} &nbsp; {html.escape(x)}</div>" for t, e, x in (("ผู้เอาประกันภัย", "The Insured", v.person() if r.random() < .6 else v.firm()), ("ที่อยู่", "Address", " ".join(v.address())),
                                                                                       ("เลขประจำตัว", "ID No.", vocabulary.thai_id(r)), ("ผู้รับผลประโยชน์", "Beneficiary", v.firm()))[:r.choice([2, 3, 4])])
        parts = [f"<div class=f>{insured}</div>", self.period(), f"<div class=h>{self.say('รายการรถยนต์ที่เอาประกันภัย', 'Insured Vehicle')}</div>" + self.vehicle()]
        if r.random() < 0.4:
            r.shuffle(parts)
        limits = "".join(f"<tr><td>{k + 1}. {t}</td><td style='text-align:right'>{r.choice([100, 200, 500, 1000]) * 1000:,} บาท</td></tr>" for k, t in enumerate(r.sample(["ความเสียหายต่อชีวิต ร่างกาย หรืออนามัย", "ความเสียหายต่อทรัพย์สิน", "รถยนต์สูญหาย/ไฟไหม้", "อุบัติเหตุส่วนบุคคล", "การประกันตัวผู้ขับขี่"], 3)))
        parts.append(f"<table class='{self.rules} wide'>{limits}</table>")
        if self.kind == "both":
            parts.append(f"<div class=h>ส่วนที่ 2 การคุ้มครองผู้ประสบภัยจากรถ (พ.ร.บ.)</div><div>{self.caption('chassis')}{self.colon} {self.f('CAR_CHASSIS_NO', self.number).replace('data-f', 'data-i=2 data-f')}</div>")
        net = v.satang(600, 30000)
        stamp, vat = round(net * .004), round(net * .0702)
        parts.append("".join(f"<div style='text-align:right'>{self.say(t, e)} {x / 100:,.2f}</div>" for t, e, x in (("เบี้ยประกันภัยสุทธิ", "Net Premium", net), ("อากรแสตมป์", "Stamp Duty", stamp), ("ภาษีมูลค่าเพิ่ม", "VAT", vat), ("รวมเป็นเงิน", "Total Premium", net + stamp + vat))))
        made = self.day - datetime.timedelta(days=r.randrange(0, 20))
        parts.append(f"<div style='margin-top:14px'>{self.say('วันทำสัญญาประกันภัย', 'Agreement made on')} {v.date_style('th')(made)}</div><div style='text-align:right'>{self.say('ผู้มีอำนาจลงนาม', 'Authorized Signature')}</div>")
        th, en = TITLES[self.kind]
        head = [f"<div style='text-align:center;font-size:1.3em'><b>{th if self.lang != 'en' else en}</b>{'<div>' + en + '</div>' if self.lang == 'bi' else ''}</div>",
                f"<div style='{r.choice(['text-align:center', ''])}'><b style='font-size:1.2em'>{v.firm()}</b><div style='font-size:.8em'>{html.escape(' '.join(v.address()))} โทร. {v.phone()}</div></div>"]
        r.shuffle(head)
        css = (f".page{{font-family:{self.face};font-size:{r.choice([11, 12, 13, 14])}px;line-height:{r.choice([1.35, 1.5, 1.7])};padding:{r.choice([28, 40, 56])}px}}.page>*{{margin:{r.choice([4, 7, 10])}px 0}}table{{border-collapse:collapse}}td,th{{padding:{r.choice([2, 4, 6])}px;vertical-align:{r.choice(['top', 'middle'])};text-align:left}}.wide{{width:100%}}"
               f".g td,.g th{{border:1px solid #333}}.hl tr{{border-bottom:1px solid #555}}.c td{{text-align:{r.choice(['center', 'left'])}}}.f{{{r.choice(['border:1px solid #444;padding:4px', ''])}}}.h{{background:{r.choice(['#eee', '#223;color:#fff', 'none;font-weight:bold'])};padding:2px 6px}}.k{{background:{r.choice(['#eee', 'none'])}}}")
        return f"<style>{css}</style><div class=page>{''.join(head)}{top}{''.join(parts)}</div>"
