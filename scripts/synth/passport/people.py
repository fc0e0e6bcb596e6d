"""Holders who do not exist: names, numbers and dates with right check digits, for invented states and for Thai pages."""
import datetime
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mrz"))
import ocrb  # noqa: E402

SURNAMES = "VANDERMEER OSTROVA KALLIO BRANT MUNDARO TESSEL HALVORSEN QUINTERA ABELARD SORRENTI NAKATO PELHAM DROST IVANKOV".split()
GIVEN = "ADRIA MARCO ELIN TOMAS IRIS HUGO SELMA OTTO NADIA VIKTOR LENA PAVEL MIRA JONAS".split()
THAI_GIVEN = (("สมชาย", "SOMCHAI", "M"), ("สมหญิง", "SOMYING", "F"), ("ประเสริฐ", "PRASERT", "M"), ("กัลยา", "KANLAYA", "F"), ("ธนากร", "THANAKORN", "M"), ("วิภาวรรณ", "WIPHAWAN", "F"),
              ("ณัฐพล", "NATTAPHON", "M"), ("พิมพ์ใจ", "PHIMCHAI", "F"), ("อนันต์", "ANAN", "M"), ("รัตนา", "RATTANA", "F"))
# Names that no rule of the reader was written beside: --people held-out.
OTHER_THAI_GIVEN = (("กิตติศักดิ์", "KITTISAK", "M"), ("จิราภรณ์", "JIRAPORN", "F"), ("ชัยวัฒน์", "CHAIWAT", "M"), ("ดวงเดือน", "DUANGDUEAN", "F"), ("ธีรพงษ์", "TEERAPONG", "M"), ("นภัสสร", "NAPHATSORN", "F"),
                    ("ปิยะ", "PIYA", "M"), ("เพ็ญศรี", "PENSRI", "F"), ("มานพ", "MANOP", "M"), ("เยาวลักษณ์", "YAOWALAK", "F"), ("วีระ", "WEERA", "M"), ("ศิริพร", "SIRIPORN", "F"), ("อุดม", "UDOM", "M"),
                    ("อรุณี", "ARUNEE", "F"), ("ไพโรจน์", "PHAIROT", "M"), ("ฐิติมา", "THITIMA", "F"), ("เกรียงไกร", "KRIANGKRAI", "M"), ("ผ่องศรี", "PHONGSRI", "F"), ("สิทธิ์", "SIT", "M"), ("โชติกา", "CHOTIKA", "F"))
OTHER_THAI_SURNAMES = (("เจริญผล", "CHAROENPHON"), ("ชูเกียรติ", "CHUKIAT"), ("ตั้งตรงจิต", "TANGTRONGCHIT"), ("ธรรมรักษ์", "THAMMARAK"), ("นาคสวัสดิ์", "NAKSAWAT"), ("ปัญญาดี", "PANYADEE"), ("โพธิ์ทอง", "PHOTHONG"),
                       ("มงคลชัย", "MONGKHONCHAI"), ("ยิ้มแย้ม", "YIMYAEM"), ("รุ่งเรืองกิจ", "RUNGRUEANGKIT"), ("ลี้ตระกูล", "LEETRAKUN"), ("วิเศษสุวรรณ", "WISETSUWAN"), ("สุขุมวิท", "SUKHUMWIT"), ("หอมหวล", "HOMHUAN"),
                       ("อยู่เย็น", "YUYEN"), ("เกษมสันต์", "KASEMSAN"), ("คำแพง", "KHAMPHAENG"), ("ฉัตรแก้ว", "CHATKAEW"), ("ณ ลำพูน", "NA LAMPHUN"), ("เพชรรัตน์", "PHETCHARAT"))
THAI_SURNAMES = (("ใจดี", "JAIDEE"), ("ศรีสุข", "SRISUK"), ("ทองคำ", "THONGKHAM"), ("วงศ์สวัสดิ์", "WONGSAWAT"), ("แก้วมณี", "KAEWMANEE"), ("บุญเรือง", "BOONRUANG"), ("สุวรรณรัตน์", "SUWANNARAT"),
                 ("พึ่งธรรม", "PHUENGTHAM"))
PROVINCES = "BANGKOK CHIANG MAI,KHON KAEN,SONGKHLA,PHUKET,NONTHABURI,UDON THANI,RAYONG".replace("BANGKOK ", "BANGKOK,").split(",")
TOWNS = "PORTMORE,VESTERBY,ALTA CRUZ,GRAUFELS,NEW HARBOUR,LINDEN".split(",")
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
FRENCH = "JAN FEV MAR AVR MAI JUN JUL AOUT SEP OCT NOV DEC".split()
STATES = (("ARN", "ARENDIA", "ARENDIAN", "slash"), ("VLT", "VALTERRA", "VALTERRAN", "dots"), ("KSM", "KESMARK", "KESMARKER", "words"))
# The states of the held-out set, each with a layout of its own (page.HELD_OUT): no rule was written beside them.
OTHER_STATES = (("ZQA", "QUARENIA", "QUARENIAN / QUARÉNIENNE", "slash"), ("NVL", "NOVALIA", "NOVALIANA", "spaces"), ("OSM", "OSTMARCH", "OSTMARCHER", "dots"))
OTHER_SURNAMES = "BIELAWSKA CORRADO DEVEREAUX ESPINOZA FAIRWEATHER GUNNARSEN HOLLOWAY IBARRA KOVACIC LINDQVIST MATSUDA OYELARAN PETROVA RIGGS".split()
OTHER_GIVEN = "BEATRIX CASPER DALIA EMIL FREYA GORAN HELGA IVAN JULIA KARIM LUCIA MIKKEL".split()
OTHER_TOWNS = "SANTA LUCERA,BRODHEIM,KALLAVIK,MORRIN BAY,TRESSA,OBERWALD".split(",")
OFFICES = {"ZQA": ["HOME OFFICE", "CONSULATE TRESSA", "BUREAU DES PASSEPORTS"], "NVL": ["POLICIA NACIONAL", "SANTA LUCERA", "DIRECCION GENERAL"], "OSM": ["STADT BRODHEIM", "LANDRATSAMT OBERWALD", "KALLAVIK"],
           "PMV": ["SERVICO DE MIGRACOES", "CONSULADO MONTE ALTO", "VILA SERENA"], "LDR": ["MINISTRO AFFARI ESTERI", "QUESTURA CASTELFORTE", "COMUNE RIVAGRANDE"], "HVK": ["POLIISI NORRHAMN", "HELSINGSTADEN", "KIVIRANTA"]}

# A second held-out set, for figures after the first was looked at.
FRESH_STATES = (("PMV", "PORTO MOVEL", "PORTOMOVELENSE", "slash"), ("LDR", "LIDORIA", "LIDORIANA", "slash"), ("HVK", "HAVUKANSA", "HAVUKANSALAINEN/HAVUKANSISK", "dots"))
FRESH_SURNAMES = "ALCANTARA BERTOLINI CARVALHO DALGAARD ESPOSITO FERREIRA GRANLUND HAAPALA JERVELL KOSKINEN LOMBARDI MARCHETTI NYSTROM OLIVEIRA".split()
FRESH_GIVEN = "AURELIA BENITO CECILIA DUARTE ELINA FABIO GRETA HENRIK ILARIA JOEL KATARINA LORENZO".split()
FRESH_TOWNS = "VILA SERENA,MONTE ALTO,RIVAGRANDE,CASTELFORTE,KIVIRANTA,NORRHAMN".split(",")
FRESH_THAI_GIVEN = (("บุญมี", "BUNMEE", "M"), ("สุดารัตน์", "SUDARAT", "F"), ("วรวุฒิ", "WORAWUT", "M"), ("กมลชนก", "KAMONCHANOK", "F"), ("ชูชาติ", "CHUCHAT", "M"), ("ภัทรพร", "PATTHARAPHON", "F"), ("เอกชัย", "EKKACHAI", "M"),
                    ("มาลินี", "MALINEE", "F"), ("สุเมธ", "SUMET", "M"), ("ขวัญใจ", "KHWANCHAI", "F"), ("ทวีศักดิ์", "THAWEESAK", "M"), ("นิตยา", "NITTAYA", "F"), ("พีรพล", "PHIRAPHON", "M"), ("อัจฉรา", "ATCHARA", "F"),
                    ("ยุทธนา", "YUTTHANA", "M"), ("ลัดดา", "LADDA", "F"))
FRESH_THAI_SURNAMES = (("แสงทอง", "SAENGTHONG"), ("มีสุข", "MEESUK"), ("พรหมมา", "PHROMMA"), ("จันทร์เพ็ญ", "CHANPHEN"), ("บัวแก้ว", "BUAKAEW"), ("สายบัว", "SAIBUA"), ("กาญจนา", "KANCHANA"), ("วัฒนกุล", "WATTHANAKUN"),
                       ("อินทร์แก้ว", "INKAEW"), ("หาญกล้า", "HANKLA"), ("ชัยมงคล", "CHAIMONGKHON"), ("โสภณ", "SOPHON"), ("รอดภัย", "RODPHAI"), ("สมบูรณ์", "SOMBOON"), ("เขียวหวาน", "KHIAOWAN"), ("ดีเลิศ", "DEELOET"))


def thai_id(rng):
    """Thirteen digits with the check digit of the Thai civil registration (weights 13..2, modulo 11)."""
    d = [rng.randint(1, 8)] + [rng.randint(0, 9) for _ in range(11)]
    check = (11 - sum((13 - i) * v for i, v in enumerate(d)) % 11) % 10
    return "".join(map(str, d + [check]))


def dates(rng):
    issue = datetime.date(rng.randint(2016, 2025), rng.randint(1, 12), rng.randint(1, 28))
    expiry = issue.replace(year=issue.year + rng.choice((5, 10))) - datetime.timedelta(days=1)
    return datetime.date(rng.randint(1945, 2005), rng.randint(1, 12), rng.randint(1, 28)), issue, expiry


def written(day, style):
    if style == "spaces":
        return day.strftime("%d %m %Y")
    if style == "dots":
        return day.strftime("%d.%m.%Y")
    if style == "slash":
        return "%02d %s/%s %04d" % (day.day, MONTHS[day.month - 1], FRENCH[day.month - 1], day.year)
    return "%02d %s %04d" % (day.day, MONTHS[day.month - 1], day.year)


def zone(issuer, surname, given, number, birth, sex, expiry, optional):
    first = ("P<" + issuer + surname.replace(" ", "<") + "<<" + given.replace(" ", "<")).ljust(44, "<")[:44]
    number, six = number.ljust(9, "<"), "%y%m%d"
    body = number + ocrb.check_digit(number) + issuer
    for text in (birth.strftime(six), expiry.strftime(six)):
        body += text + ocrb.check_digit(text)
        if len(body) == 20:
            body += sex
    optional = optional.ljust(14, "<")
    body += optional + ocrb.check_digit(optional)
    return first, body + ocrb.check_digit(body[:10] + body[13:20] + body[21:43])


def thai(rng, held_out=0):
    """A Thai holder: all eighteen members of the interface."""
    given, surnames = ((THAI_GIVEN, THAI_SURNAMES), (OTHER_THAI_GIVEN, OTHER_THAI_SURNAMES), (FRESH_THAI_GIVEN, FRESH_THAI_SURNAMES))[held_out]
    (name_th, name_en, sex), (sur_th, sur_en) = rng.choice(given), rng.choice(surnames)
    birth, issue, expiry = dates(rng)
    title_en, title_th = ("MR.", "นาย") if sex == "M" else rng.choice((("MRS.", "นาง"), ("MISS", "นางสาว")))
    number = rng.choice("ABC") + rng.choice("ABCD") + "%07d" % rng.randint(0, 9999999)
    id13 = thai_id(rng)
    mrz = zone("THA", sur_en, name_en, number, birth, sex, expiry, id13)
    fields = {
        "type": "P", "country_code": "THA", "passport_number": number, "surname_en": sur_en, "title_name_en": title_en + " " + name_en,
        "title_name_surname_th": " ".join((title_th, name_th, sur_th)), "nationality": "THAI", "date_of_birth": written(birth, "words"),
        "identification_number": " ".join((id13[0], id13[1:5], id13[5:10], id13[10:12], id13[12])), "sex": sex, "height": "1.%02d M" % rng.randint(48, 92),
        "place_of_birth": rng.choice(PROVINCES), "date_of_issue": written(issue, "words"), "date_of_expiry": written(expiry, "words"),
        "issuing_authority": "MINISTRY OF FOREIGN\nAFFAIRS", "holder_signature": name_en.title() + " " + sur_en.title(),
    }
    return mrz, fields


def invented(rng, held_out=None):
    """A holder from an invented state, on a page after the standard's pattern; held_out: from that state."""
    code, state, nation, style = held_out or rng.choice(STATES)
    fresh = held_out in FRESH_STATES
    surnames, names = (FRESH_SURNAMES, FRESH_GIVEN) if fresh else (OTHER_SURNAMES, OTHER_GIVEN) if held_out else (SURNAMES, GIVEN)
    surname, given = rng.choice(surnames), " ".join(rng.sample(names, rng.choice((1, 1, 2))))
    birth, issue, expiry = dates(rng)
    sex = rng.choice("MF")
    number = "".join(rng.choices("ABCEHKLXZ", k=2)) + "%06d" % rng.randint(0, 999999)
    personal = "%010d" % rng.randint(0, 9999999999)
    mrz = zone(code, surname, given, number, birth, sex, expiry, personal)
    fields = {
        "type": "P", "country_code": code, "passport_number": number, "surname_en": surname, "title_name_en": given, "nationality": nation, "date_of_birth": written(birth, style),
        "identification_number": personal, "sex": sex, "place_of_birth": rng.choice(TOWNS), "date_of_issue": written(issue, style), "date_of_expiry": written(expiry, style),
        "issuing_authority": rng.choice(OFFICES[code]) if held_out else "PASSPORT OFFICE " + rng.choice(TOWNS), "holder_signature": given.split()[0][0] + ". " + surname.title(),
    }
    if held_out:
        fields["place_of_birth"] = rng.choice(FRESH_TOWNS if fresh else OTHER_TOWNS)
    if code == "PMV":
        fields["height"] = "1,%02d M" % rng.randint(48, 92)
    return mrz, fields, state
