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
THAI_SURNAMES = (("ใจดี", "JAIDEE"), ("ศรีสุข", "SRISUK"), ("ทองคำ", "THONGKHAM"), ("วงศ์สวัสดิ์", "WONGSAWAT"), ("แก้วมณี", "KAEWMANEE"), ("บุญเรือง", "BOONRUANG"), ("สุวรรณรัตน์", "SUWANNARAT"),
                 ("พึ่งธรรม", "PHUENGTHAM"))
PROVINCES = "BANGKOK CHIANG MAI,KHON KAEN,SONGKHLA,PHUKET,NONTHABURI,UDON THANI,RAYONG".replace("BANGKOK ", "BANGKOK,").split(",")
TOWNS = "PORTMORE,VESTERBY,ALTA CRUZ,GRAUFELS,NEW HARBOUR,LINDEN".split(",")
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
FRENCH = "JAN FEV MAR AVR MAI JUN JUL AOUT SEP OCT NOV DEC".split()
STATES = (("ARN", "ARENDIA", "ARENDIAN", "slash"), ("VLT", "VALTERRA", "VALTERRAN", "dots"), ("KSM", "KESMARK", "KESMARKER", "words"))


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


def thai(rng):
    """A Thai holder: all eighteen members of the interface."""
    (name_th, name_en, sex), (sur_th, sur_en) = rng.choice(THAI_GIVEN), rng.choice(THAI_SURNAMES)
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


def invented(rng):
    """A holder from an invented state, on a page after the standard's pattern."""
    code, state, nation, style = rng.choice(STATES)
    surname, given = rng.choice(SURNAMES), " ".join(rng.sample(GIVEN, rng.choice((1, 1, 2))))
    birth, issue, expiry = dates(rng)
    sex = rng.choice("MF")
    number = "".join(rng.choices("ABCEHKLXZ", k=2)) + "%06d" % rng.randint(0, 999999)
    personal = "%010d" % rng.randint(0, 9999999999)
    mrz = zone(code, surname, given, number, birth, sex, expiry, personal)
    fields = {
        "type": "P", "country_code": code, "passport_number": number, "surname_en": surname, "title_name_en": given, "nationality": nation, "date_of_birth": written(birth, style),
        "identification_number": personal, "sex": sex, "place_of_birth": rng.choice(TOWNS), "date_of_issue": written(issue, style), "date_of_expiry": written(expiry, style),
        "issuing_authority": "PASSPORT OFFICE " + rng.choice(TOWNS), "holder_signature": given.split()[0][0] + ". " + surname.title(),
    }
    return mrz, fields, state
