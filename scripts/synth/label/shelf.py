#!/usr/bin/env python3
"""Labels of one layout that lensd misreads until it is corrected: shelf.py DIR writes the pictures of cmd/lensd's test of `lensd learn`.

The shop prints itself last and largest, and all captions are in a language that the tables of captions do not have."""
import json, os, sys

from PIL import Image, ImageDraw, ImageFont

FACE = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
PEOPLE = [("Aino Mallinen", "Koetie 12 B", "00100 Koekyla", "040 555 1234"), ("Ville Testola", "Harjoituskatu 7", "33200 Mallila", "050 555 9876"),
          ("Elina Koivula", "Naytepolku 3 C 21", "20500 Testila", "044 555 4321"), ("Jussi Harju", "Kokeilukuja 41", "90100 Malliniemi", "045 555 2468")]


def draw(person, n):
    page = Image.new("L", (820, 600), 255)
    d = ImageDraw.Draw(page)
    name, street, town, phone = person
    for x, y, size, text in ((40, 30, 26, "Varasto 7 / Hylly 12"), (40, 80, 26, "Tilausnumero"), (320, 80, 26, str(481000 + 37 * n)),
                             (40, 140, 28, "Noutaja " + name), (40, 185, 24, street), (40, 222, 24, town), (40, 259, 24, "Puh " + phone),
                             (40, 340, 26, "Myyntipaikka"), (40, 385, 38, "Kirjakauppa Lukutoukka Oy"), (40, 437, 34, "Kauppakatu 88"), (40, 483, 34, "00200 Helsinki"), (40, 529, 34, "09 555 7700")):
        d.text((x, y), text, 0, ImageFont.truetype(FACE, size))
    d.rectangle((8, 8, 811, 591), outline=0, width=3)
    return page


out = sys.argv[1]
os.makedirs(out, exist_ok=True)
with open(os.path.join(out, "truth.jsonl"), "w", encoding="utf-8") as f:
    for i, p in enumerate(PEOPLE):
        draw(p, i).save(os.path.join(out, f"shelf{i}.png"), optimize=True)
        f.write(json.dumps({"file": f"shelf{i}.png", "reciever_name": p[0], "reciever_address": f"{p[1]} {p[2]}", "reciever_phone_number": p[3]}) + "\n")
