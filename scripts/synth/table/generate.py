#!/usr/bin/env python3
"""Random pages with tables and without any: generate.py OUT [--count 200] [--seed 1] [--held-out] [--none 0.3] [--mono 0] [--apart 0] [--printed 0] [--looks NAME…]

Writes OUT/files/* (PDF, scan, photo in turns) and OUT/truth.jsonl with the exact cells, as the scorer takes them. --held-out: looks,
faces and words that no rule was made on. Needs chromium and scripts/synth/page.
"""
import argparse, html, json, os, random, sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import camera, faces, shoot, vocabulary
import content, other, printed, style

DPI = 150


def set_in(c):
    """A cell's text as it stands there."""
    text = html.escape(c["text"])
    if "leader" in c:
        return f'<div style="display:flex;min-width:{c["leader"]}px"><span>{text}</span><span style="flex:1 1 0;overflow:hidden;width:0" class="leader"></span></div>'
    return f'<div style="{c["inner"]}">{text}</div>' if "inner" in c else text


def table_html(grid, name, n, r, lang):
    """One table; every cell carries its place."""
    heads = [c["row"] for c in grid["cells"] if c["head"] and c["col_span"] < grid["n_column"]]
    last = max((h for h in heads if all(c["head"] for c in grid["cells"] if c["row"] == h)), default=0)
    last = min(last, 2)
    rows = []
    for i in range(1, grid["n_row"] + 1):
        tds = ""
        for c in sorted((c for c in grid["cells"] if c["row"] == i), key=lambda c: c["column"]):
            mark = "h" if c["head"] else ""
            mark += " last" if c["row"] + c["row_span"] - 1 == last else ""
            look = f"text-align:{c['align'] or ('center' if c['head'] and c['col_span'] > 1 else 'left')};" + ("" if c["wrap"] else "white-space:nowrap;") + (f"width:{c['width']}px;" if c["width"] else "") + c.get("css", "")
            span = (f" rowspan={c['row_span']}" if c["row_span"] > 1 else "") + (f" colspan={c['col_span']}" if c["col_span"] > 1 else "")
            tds += f'<td class="{mark}" style="{look}" data-t="{n}" data-r="{c["row"]}" data-c="{c["column"]}"{span}>{set_in(c)}</td>'
        rows.append(f"<tr>{tds}</tr>")
    width = r.choice(["", "", "width:100%;"])
    return f'<table class="t{n}" style="{width}margin:{r.randint(4, 24)}px {r.choice(["0", "auto"])}">{"".join(rows)}</table>'


def page(seed, held, tables, mono=False, apart=None, press=None, only=None):
    """(html, grids, looks) of a page; mono: in a monospaced face. Random generators of their own: by apart each cell is framed by itself, by press
    tables and what stands beside them or instead are set as in printed matter; only: the looks to choose from."""
    r = random.Random(seed)
    v = vocabulary.Vocabulary(seed, held)
    lang = r.choice(["en", "en", "th", "bi"])
    parts, grids, looks, sheet = [], [], [], ""
    for n in range(r.choices([1, 2, 3], [75, 18, 7])[0] if tables else 0):
        name = r.choice(only or (style.HELD_LOOKS + style.LOOKS if held else style.LOOKS))
        g = (content.described if r.random() < 0.2 else content.grid)(v, r, "th" if lang == "th" else "en")
        look = style.css(r, name, n)
        sheet += style.apart(look, apart, n) if apart else look
        grids.append(g)
        looks.append(name)
        if press:
            printed.dress(v, g, press, "th" if lang == "th" else "en")
            parts.append(printed.around(v, press, lang, table_html(g, name, n, r, lang), g["n_column"]))
            continue
        if r.random() < 0.6:
            parts.append(other.prose(v, r, lang, r.randint(1, 3)))
        if r.random() < 0.5:
            parts.append(f"<div>{html.escape(('ตารางที่ ' if lang == 'th' else 'Table ') + str(n + 1) + '. ' + content.words(v, r, lang, 2, 6))}</div>")
        parts.append(table_html(g, name, n, r, lang))
        if r.random() < 0.12:
            parts.append(other.chart(v, r, lang))
        if r.random() < 0.3:
            parts.append(f'<div style="font-size:75%">* {html.escape(content.words(v, r, lang, 4, 12))}</div>')
    if not tables:
        parts = printed.matter(v, press, lang) if press else other.without_tables(v, r, lang)
    elif press:
        parts.append(printed.beside(v, press, lang))
    elif r.random() < 0.5:
        parts.append(other.prose(v, r, lang, r.randint(1, 5)))
    size, margin = r.choice([9, 10, 11, 12, 13, 14, 15]), r.choice([6, 30, 50, 70, 90])
    face = faces.pick(r, held, lang)
    if mono:
        face = faces.monospaced(r, held)
    sheet += printed.SHEET if press else ""
    body = f'<style>{sheet}</style><div class="page" style="font-family:{html.escape(face)};font-size:{size}px;padding:{r.choice([10, 30, 60])}px {margin}px;line-height:{r.uniform(1.15, 1.6):.2f}">{"".join(parts)}</div>'
    return body, grids, looks


def apart_from(seed, what, share):
    """The random generator of what is done to that share of the pages, None for the others, which stay as they are without."""
    r = random.Random(f"{seed} {what}")
    return r if r.random() < share else None


def truth_of(shot, grids, H, scale):
    """Tables as printed: text and box of every cell whose table lies whole on the page; None where one was cut."""
    printed = {}
    for f in shot.pages[0].fragments:
        if "t" in f.data:
            k = (int(f.data["t"]), int(f.data["r"]), int(f.data["c"]))
            printed.setdefault(k, []).append(f)
    out = []
    for n, g in enumerate(grids):
        cells = []
        for c in g["cells"]:
            got = printed.get((n, c["row"], c["column"]), [])
            text = " ".join(" ".join(f.text for f in got).split())
            if text.replace(" ", "") != c["text"].replace(" ", ""):
                return None
            cell = {"row": c["row"], "column": c["column"], "text": c["text"]}
            cell |= {k: c[k] for k in ("row_span", "col_span") if c[k] > 1}
            if got:
                b = [min(f.box[0] for f in got), min(f.box[1] for f in got), max(f.box[2] for f in got), max(f.box[3] for f in got)]
                cell["bbox"] = camera.move([x * scale for x in b], H)
            cells.append(cell)
        out.append({"n_row": g["n_row"], "n_column": g["n_column"], "cells": cells})
    return out


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("out")
    a.add_argument("--count", type=int, default=200)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--held-out", action="store_true")
    a.add_argument("--none", type=float, default=0.3, help="share of pages without a table")
    a.add_argument("--mono", type=float, default=0, help="share of pages in a monospaced face")
    a.add_argument("--apart", type=float, default=0, help="share of pages whose cells are framed one by one, with white between them")
    a.add_argument("--printed", type=float, default=0, help="share of pages set as printed matter is: books, reports, forms")
    a.add_argument("--rough", type=float, default=0, help="share of photographs on carpet, stone, cloth or boards")
    a.add_argument("--media", nargs="+", choices=["pdf", *camera.LOOKS], default=["pdf", "scan", "photo"])
    a.add_argument("--looks", nargs="+", choices=style.LOOKS + style.HELD_LOOKS, help="only tables that look so")
    o = a.parse_args()
    os.makedirs(os.path.join(o.out, "files"), exist_ok=True)
    done, seed = 0, o.seed * 100000
    with shoot.Browser() as b, open(os.path.join(o.out, "truth.jsonl"), "w", encoding="utf-8") as rows:
        while done < o.count:
            seed += 1
            r = random.Random(seed)
            body, grids, looks = page(seed, o.held_out, r.random() >= o.none, random.Random(f"{seed} mono").random() < o.mono, apart_from(seed, "apart", o.apart), apart_from(seed, "printed", o.printed), o.looks)
            medium = o.media[done % len(o.media)]
            shot = b.shoot(body)
            img, H, scale = shot.raster(DPI)[0], np.eye(3), DPI / 96
            sheet = [0, 0, img.shape[1], img.shape[0]]
            if medium != "pdf":
                look = camera.LOOKS["rough" if medium == "photo" and apart_from(seed, "rough", o.rough) else medium]
                img, H = look(img, np.random.default_rng(seed))
            tables = truth_of(shot, grids, H, scale)
            if tables is None:
                continue
            name = f"{medium}_{seed}." + ("pdf" if medium == "pdf" else "jpg")
            path = os.path.join(o.out, "files", name)
            if medium == "pdf":
                open(path, "wb").write(shot.pdf)
            else:
                cv2.imwrite(path, img, [cv2.IMWRITE_JPEG_QUALITY, 90])
            group = style.kind(looks[0]) if tables and all(style.kind(x) == style.kind(looks[0]) for x in looks) else "mixed"
            rows.write(json.dumps({"file": name, "set": f"{group}_{medium}", "tags": looks, "paper": [{"x": x, "y": y} for x, y in camera.move(sheet, H)] if medium == "photo" else None, "tables": tables}, ensure_ascii=False) + "\n")
            done += 1


if __name__ == "__main__":
    main()
