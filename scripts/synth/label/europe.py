"""Labels from countries whose print has accents, to firms with a person, with captions in other languages or none at all."""
import layouts

# Country: (as printed, captions of receiver, of sender, persons, firms, streets, last line). None is anybody's.
LANDS = [
    ("Magyarország", "Címzett", "Feladó", ["Gergő Próbafi", "Őzike Mintáné", "Zsófia Tesztű"], ["Minta és Társa Kft.", "Próba Zrt."], ["Fő út {n}/a", "Kísérlet utca {n}."], "2351 Próbafalu"),
    ("Polska", "Odbiorca", "Nadawca", ["Łucja Próbna", "Bożena Świętoszek", "Wacław Źdźbło"], ["Wzór Sp. z o.o.", "Próbka S.A."], ["ul. Ćwiczebna {n}", "ul. Żółwia {n}/2"], "85-790 Wzorów"),
    ("Česká republika", "Příjemce", "Odesílatel", ["Jiří Zkušební", "Růžena Vzorová"], ["Zkouška s.r.o."], ["Příkladná {n}", "Třešňová {n}"], "370 01 Dolní Příklad"),
    ("Türkiye", "ALICI", "GÖNDEREN", ["Gökhan Deneme", "ŞULE ÖRNEKOĞLU", "Işıl Çalışır"], ["ÖRNEK TİCARET A.Ş."], ["DENEME MAHALLESİ {n}. SOKAK NO 25", "Çınar Caddesi No: {n}"], "34250 GAZİDENEME/İSTANBUL"),
    ("Sverige", "Till", "Från", ["Åsa Provsson", "Örjan Exempelström"], ["Prövning AB"], ["Exempelvägen {n}", "Björkgången {n}"], "SE-137 69 Provhaninge"),
    ("Deutschland", "Empfänger", "Absender", ["Jürgen Müstermann", "Käthe Prüfgeß"], ["Prüf & Söhne GmbH"], ["Beispielstraße {n}", "Übungsgasse {n}b"], "10117 Musterstädt"),
    ("France", "Destinataire", "Expéditeur", ["Zoé Exempleau", "Théophile Lefictif"], ["Société Modèle SARL"], ["{n} rue de l'Épreuve", "{n} allée des Chênes"], "75011 Fictiville-sur-Sèvre"),
    ("España", "Destinatario", "Remitente", ["Íñigo Muestra Peñuela", "Begoña Ensayo"], ["Ejemplo y Cía. S.L."], ["Calle Ficción {n}, 2º", "Plaza del Ensayo {n}"], "28013 Ejemplópolis"),
    ("România", "Destinatar", "Expeditor", ["Ștefan Probă", "Ionuț Încercău"], ["Mostră S.R.L."], ["Strada Încercării {n}", "Bulevardul Țintei {n}"], "010101 Testești"),
    ("Danmark", "Modtager", "Afsender", ["Søren Prøvesen", "Ærlige Nørgård"], ["Prøve ApS"], ["Eksempelvej {n}", "Ørnebakken {n}"], "DK-2100 Prøvekøb"),
]


def fill(d, r):
    """Replaces what is printed by names and addresses of one country; the country's captions with them."""
    land, to, sender, people, firms, streets, town = r.choice(LANDS)
    upper = r.random() < 0.25
    case = (lambda s: s.replace("i", "İ").upper() if land == "Türkiye" else s.upper()) if upper else (lambda s: s)
    d["person"], d["firm"] = case(r.choice(people)), case(r.choice(firms))
    d["address"] = [case(r.choice(streets).format(n=r.randrange(1, 190))), case(town)] + ([case(land)] if r.random() < 0.6 else [])
    d["to"], d["from"] = to, sender
    d["phone"] = r.choice(["", "+36 70 555 " + str(r.randrange(1000, 9999)), "+48 500 555 " + str(r.randrange(100, 999))])
    d["postcode"] = ""


def small(c, d, y, x=20):
    for line in [d["sender"]] + d["sender_address"]:
        y += c.text(x, y, line, 20, latin=True)
    return y


def block(c, d, x, y, lines, size):
    """Name and address line by line; the truth's lines are what follows the name."""
    for i, line in enumerate(lines):
        y += c.text(x, y, line, size, i == 0, "name" if i == 0 else "addr", latin=True)
    d["name"], d["lines"] = lines[0], lines[1:]
    if d["phone"]:
        y += 6 + c.text(x, y + 6, "Tel. " + d["phone"], size - 4, False, "phone", latin=True)
    return y


def captioned(c, d, r):
    """Both captioned in the language of the country, one over the other."""
    fill(d, r)
    y = 20 + c.text(20, 20, d["from"] + ":", 20, True, latin=True)
    y = small(c, d, y, 40)
    c.rule(y + 10)
    y += 20 + c.text(20, y + 20, d["to"] + ":", 26, True, latin=True)
    y = block(c, d, 40, y, [r.choice([d["person"], d["firm"]])] + d["address"], 32)
    c.rule(y + 14)
    return y + 30 + layouts.codes(c, d, 110, y + 30) + 20


def firm(c, d, r):
    """To a firm, with the person who shall get it."""
    fill(d, r)
    y = 20 + c.text(20, 20, "FROM", 20, True, latin=True)
    y = small(c, d, y)
    c.rule(y + 10)
    y += 20 + c.text(20, y + 20, r.choice(["TO", "SHIP TO", "DELIVER TO:"]), 26, True, latin=True)
    who = r.choice(["Attn: {}", "c/o {}", "ATTN {}", "z.H. {}", "{}"]).format(d["person"])
    y = block(c, d, 60, y, [d["firm"], who] + d["address"], 30)
    c.rule(y + 14, width=6)
    return y + 30 + layouts.codes(c, d, 110, y + 30, 2, 140) + 20


def bare(c, d, r):
    """No caption: the sender in one small line or block, the receiver large; a service's name above."""
    fill(d, r)
    c.text(20, 14, r.choice(["PRIORITY", "Economy Select", "Paket"]), 40, True, latin=True)
    c.rule(80)
    if r.random() < 0.5:
        y = 90 + c.text(20, 92, ", ".join([d["sender"]] + d["sender_address"]), 18, latin=True)
    else:
        y = small(c, d, 94)
    y = block(c, d, 100, y + r.choice([30, 60, 90]), [d["person"]] + d["address"], 34)
    c.rule(y + 20)
    return y + 40 + layouts.codes(c, d, 100, y + 40, 2, 160) + 20


LAYOUTS = {"captioned": captioned, "firm": firm, "bare": bare}
LATIN = {"captioned", "firm", "bare"}
