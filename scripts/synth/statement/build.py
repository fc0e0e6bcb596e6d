"""Random bank statements with exact truth: python3 build.py OUT --count 120 [--seed 1] [--held] [--only text,scan]

Writes OUT/invoice/files/* and OUT/invoice/truth.jsonl, one row a file: fields, columns, rows (as printed), directions, sums,
tampered. --held draws from the held-out families only (see draw.py). Needs what scripts/synth/page needs, and pikepdf."""
import argparse, io, json, os, random, sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import account, camera, draw, shoot, vocabulary, wording

VARIANTS = ["text", "text", "locked", "scan", "scan", "photo", "photo"]


def fields_of(a, voc, days):
    r, lang = a.r, a.text
    first, last = a.date(min(days)), a.date(max(days))
    join = r.choice([" - ", " ถึง ", " ถึงวันที่ "] if lang == "th" else [" - ", " to ", " – "])
    return {"bank_name": r.choice(wording.part(wording.BANKS[lang], a.held)), "account_name": voc.person(lang) if r.random() < 0.6 else voc.firm(lang), "date_range": first + join + last,
            "account_no": voc.shape(r.choice(["###-#-#####-#", "##########", "XXX-X-XX###-#"])), "printed": a.date(max(days)), "branch": voc.address(lang)[-2], "type": "ออมทรัพย์" if lang == "th" else "Savings",
            "address": [" ".join(voc.address(lang)[:3]), " ".join(voc.address(lang)[-3:])]}


def body(a, opening, moves):
    """The printed rows from first to last: (kind, cells, direction). Directions: 1 in, -1 out, 0 neither, None no row of the table."""
    out, last = [], None
    if a.opening == "row":
        out.append(("row", a.plain("opening", opening, moves[0]["day"]), 0))
    shown = reversed(moves) if a.newest else moves
    for i, m in enumerate(shown):
        day = not a.once or m["day"] != last
        last = m["day"]
        out.append(("row", a.cells(m, i + 1, day), 1 if m["in"] else -1))
        if a.advert and a.r.random() < 1 / len(moves):
            out.append(("advert", a.r.choice(wording.ADVERTS[a.text]), None))
    if a.newest and a.opening == "row":
        out.append(out.pop(0))
    elif a.closing == "row":
        out.append(("row", a.plain("closing", moves[-1]["balance"]), 0))
    return out


def summary(a, opening, moves):
    """The boxes and rows of totals, as HTML, and the last row's cells if the totals are one."""
    out = sum(m["printed"] for m in moves if not m["in"])
    into = sum(m["printed"] for m in moves if m["in"])
    n = sum(not m["in"] for m in moves)
    box = []
    if a.opening == "box":
        box.append((a.caption("opening"), a.print(opening)))
    if a.closing == "box":
        box.append((a.caption("closing"), a.print(moves[-1]["balance"])))
    if a.totals == "box":
        unit = "รายการ" if a.text == "th" else "items"
        box += [(f"{a.caption('sum_out')} ({n} {unit})", a.print(out)), (f"{a.caption('sum_in')} ({len(moves) - n} {unit})", a.print(into))]
    a.r.shuffle(box)
    return "".join(f'<div class="pair" style="width:{a.r.choice(["49%", "98%"])}"><b>{draw.esc(c)}</b> {v}</div>' for c, v in box), out, into, n


def pages_of(a, rows, fill):
    """Cuts rows into pages by an estimate of their heights. fill: the share of a page that is used; write() lowers it until
    nothing is printed off a page."""
    room = fill * (a.paper[1] - 330)
    line = a.size * 1.55
    wide = 22 if a.landscape else 14
    pages, used = [[]], 0
    for row in rows:
        desc = row[1].get("desc", "") if row[0] == "row" else ""
        lines = max(1, -(-len(desc) // wide), 2 if a.clock == "below" else 1)
        h = lines * line + 2 * a.pad + 2
        if used + h > room:
            pages.append([])
            used, room = 0, fill * (a.paper[1] - 330)
        pages[-1].append(row)
        used += h
    return pages


def statement(seed, held, fill=1.0, count=None):
    """One document: (arrangement, HTML, truth). count: its movements; None: as the seed draws."""
    r = random.Random(seed)
    voc = vocabulary.Vocabulary(seed, held)
    a = draw.Arrangement(r, voc, held)
    drawn = r.choice([r.randrange(4, 12), r.randrange(8, 40), r.randrange(20, 90)]) if r.random() < 0.95 else r.randrange(150, 300)
    count = drawn if count is None else count
    opening, moves = account.rows(r, voc, wording.MOVES[a.text], a.text, held, count)
    fields = fields_of(a, voc, [m["day"] for m in moves])
    tampered = account.tamper(r, moves) if r.random() < 0.25 else None
    box, out, into, n = summary(a, opening, moves)
    heads = [a.heading(c) for c in a.columns]
    pages = pages_of(a, body(a, opening, moves), fill)
    carry(a, pages)
    html, printed = [draw.style(a)], []
    total = dict.fromkeys(a.columns, "") | {"desc": a.caption("total").split(" / ")[0], "out": a.print(out), "in": a.print(into)}
    for i, rows in enumerate(pages):
        show = [(k, c) for k, c, _ in rows]
        if a.totals == "row" and a.kind == "two" and i == len(pages) - 1:
            show.append(("row", total))
        with_heads = heads if a.heads == "all" or a.heads == "first" and i == 0 else None
        first = box if i == 0 and a.header != "tail" else ""
        last = box if i == len(pages) - 1 and a.header == "tail" else ""
        head = draw.header(a, fields, i + 1, len(pages)) if i == 0 or r.random() < 0.7 else ""
        html.append(f'<div class="page">{head}{first}<div style="height:8px"></div>{draw.table(a, show, with_heads)}<div style="margin-top:10px">{last}</div></div>')
        printed.append([(c, d) for k, c, d in rows if d is not None])
    truth = {"kind": "bank_statement", "split": "held" if held else "drawn", "fields": {k: fields[k] for k in ("bank_name", "account_name", "date_range")},
             "columns": [" ".join(h) if a.heads != "none" else "" for h in heads], "column_ids": a.columns, "sum_withdraw": account.satang(out, "point"), "count_withdraw": n,
             "sum_deposit": account.satang(into, "point"), "count_deposit": len(moves) - n, "tampered": bool(tampered), "tampered_how": tampered and tampered[1],
             "arrangement": {k: getattr(a, k) for k in ("lang", "kind", "rules", "header", "heads", "newest", "once", "money", "clock", "opening", "closing", "totals", "carry", "landscape")}}
    return a, "".join(html), truth, printed


def carry(a, pages):
    """Carried-forward rows at the ends of pages."""
    if not a.carry or a.newest:
        return
    for i in range(len(pages) - 1):
        balances = [c["bal"] for k, c, d in pages[i] if k == "row"]
        if not balances:
            continue
        for name, to in (("carried", pages[i].append), ("brought", lambda row, j=i + 1: pages[j].insert(0, row))):
            c = dict.fromkeys(a.columns, "") | {"desc": a.caption(name).split(" / ")[0], "bal": balances[-1]}
            to(("row", c, 0))


def cells(a, truth, printed):
    return [[{"key": k, "text": c.get(i, "")} for i, k in zip(a.columns, truth["columns"])] for c, _ in printed], [d for _, d in printed]


CIPHERS = {"rc4": 3, "aes128": 4, "aes256": 6}  # revisions of the format's lock


def locked(pdf, cipher):
    """The PDF behind the password 01021990. vision/pdf/testdata has one of each cipher."""
    import pikepdf
    revision, out = CIPHERS[cipher], io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as doc:
        doc.save(out, encryption=pikepdf.Encryption(user="01021990", owner="owner", R=revision, aes=revision > 3, metadata=revision > 3))
    return out.getvalue()


def pictures(shot, variant, seed, held):
    n = np.random.default_rng(seed)
    dpi = int(n.integers(150, 220))
    look = camera.phone if variant == "photo" else camera.scan
    return [look(p, n)[0] for p in shot.raster(dpi)], dpi


def as_pdf(images, dpi):
    import pypdfium2
    doc = pypdfium2.PdfDocument.new()
    for img in images:
        ok, jpg = cv2.imencode(".jpg", img, [cv2.IMWRITE_JPEG_QUALITY, 88])
        h, w = img.shape[:2]
        image = pypdfium2.PdfImage.new(doc)
        image.load_jpeg(io.BytesIO(jpg.tobytes()), inline=True)
        image.set_matrix(pypdfium2.PdfMatrix().scale(w * 72 / dpi, h * 72 / dpi))
        page = doc.new_page(w * 72 / dpi, h * 72 / dpi)
        page.insert_obj(image)
        page.gen_content()
    out = io.BytesIO()
    doc.save(out)
    return out.getvalue()


def uncut(shot, printed):
    """Whether every row's figures are printed: what runs off a page is no fragment of it."""
    for page, rows in zip(shot.pages, printed):
        seen = " ".join(f.text for f in page.fragments)
        for c, _ in rows:
            if any(c.get(k) and c[k] not in seen for k in ("bal", "in", "out", "amt")):
                return False
    return not any(f.box[3] > p.height - 4 for p in shot.pages for f in p.fragments)


def write(out, b, seed, held):
    for fill in (1.0, 0.8, 0.6, 0.4, 0.25):
        a, html, truth, printed = statement(seed, held, fill)
        shot = b.shoot(html, size=a.paper)
        if uncut(shot, printed):
            break
    else:
        return None
    variant = VARIANTS[seed % len(VARIANTS)]
    name = f"stm_{'held' if held else 'drawn'}_{seed:05d}_{a.lang}_{variant}"
    rows = sum(printed, [])
    if variant in ("text", "locked"):
        data, name = shot.pdf, name + ".pdf"
        if variant == "locked":
            data, truth["pdf_password"] = locked(data, random.Random(seed).choice(list(CIPHERS))), "01021990"
    else:
        images, dpi = pictures(shot, variant, seed, held)
        if len(images) > 1 and (variant == "scan" or seed % 3 == 0):
            data, name = as_pdf(images, dpi), name + ".pdf"
        else:
            data, name = cv2.imencode(".jpg", images[0], [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes(), name + ".jpg"
            if len(images) > 1:
                rows = printed[0]
                for k in ("sum_withdraw", "count_withdraw", "sum_deposit", "count_deposit", "tampered"):
                    truth.pop(k)
    truth["rows"], truth["directions"] = cells(a, truth, rows)
    open(os.path.join(out, "invoice", "files", name), "wb").write(data)
    return {"file": name, **truth, "variant": variant, "licence": "own"}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("out")
    p.add_argument("--count", type=int, default=120)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--held", action="store_true")
    p.add_argument("--only", default=",".join(VARIANTS), help="variants to keep, of those that the seeds draw")
    o = p.parse_args()
    os.makedirs(os.path.join(o.out, "invoice", "files"), exist_ok=True)
    with shoot.Browser() as b, open(os.path.join(o.out, "invoice", "truth.jsonl"), "a", encoding="utf-8") as f:
        for seed in range(o.seed, o.seed + o.count):
            if VARIANTS[seed % len(VARIANTS)] not in o.only.split(","):
                continue
            if row := write(o.out, b, seed, o.held):
                f.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
                f.flush()


if __name__ == "__main__":
    main()
