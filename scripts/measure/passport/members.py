"""Ask a running daemon for labelled pages and count every member of the interface: right, wrong, missing.

    python3 scripts/measure/passport/members.py --url http://127.0.0.1:8080 --key KEY [--show] [--json OUT] DIR [DIR ...]

Each DIR holds truth.jsonl (file, mrz_1, mrz_2, fields, face_bbox_xywh) and images/, as scripts/synth/passport/generate.py
writes them. Texts are compared as the project's scorer does: accents on Latin letters, case and spaces do not count, dates
by what they say. sure: the share of wrong values among those given with a confidence of at least 0.9. Of pages with a
flipped character in a checked field (generate.py --flip) it also says how many second lines came back that sure, whether as
printed or mended. mrz_exact: both lines of the zone; number: passport_number as printed, or the zone's where none is listed.
face: the portrait's overlap with the labelled box (intersection over union) is at least a half; wrong: one was given that
overlaps less. Standard library only.
"""
import argparse
import base64
import collections
import json
import os
import re
import time
import unicodedata
import urllib.error
import urllib.request

MONTHS = {m: i for i, m in enumerate("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), 1)}


def fold(s):
    s = unicodedata.normalize("NFC", s).replace("\u0e4d\u0e32", "\u0e33")
    s = "".join(c for c in unicodedata.normalize("NFD", s) if not "\u0300" <= c <= "\u036f")
    return re.sub(r"[\s\u200b]+", "", s).upper()


def day(s):
    figures = re.findall(r"\d+", s)
    for name, month in MONTHS.items():
        if name in s.upper() and len(figures) == 2:
            return int(figures[0]), month, int(figures[1]) % 100
    if len(figures) == 3 and len(figures[0]) == 4:
        figures.reverse()
    return (int(figures[0]), int(figures[1]), int(figures[2]) % 100) if len(figures) == 3 else None


def same(member, want, got):
    if member.startswith("date_") and day(want):
        return day(want) == day(got)
    return fold(want) == fold(got)


def ask(url, key, path):
    body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode(), "option": {"return_face": True}}).encode()
    req = urllib.request.Request(url + "/passport-ocr/v2", body, {"Content-Type": "application/json", "x-service-key": key})
    start = time.perf_counter()
    try:
        with urllib.request.urlopen(req, timeout=120) as r:
            item = (json.load(r)["data"] or [{}])[0]
    except urllib.error.HTTPError:
        item = {}
    return item, time.perf_counter() - start


def overlap(quad, box):
    """Intersection over union of the quad's bounds, upright, with x, y, w, h."""
    x0, y0 = min(p[0] for p in quad), min(p[1] for p in quad)
    x1, y1 = max(p[0] for p in quad), max(p[1] for p in quad)
    w, h = min(x1, box[0] + box[2]) - max(x0, box[0]), min(y1, box[1] + box[3]) - max(y0, box[1])
    both = max(0, w) * max(0, h)
    return both / ((x1 - x0) * (y1 - y0) + box[2] * box[3] - both)


def whole(row, item, page):
    """Count what is told of a page rather than of a member."""
    value = {m: (item.get(m) or {}).get("value") or "" for m in ("mrz_1", "mrz_2", "passport_number")}
    want = row.get("fields", {}).get("passport_number") or row["mrz_2"][:9].replace("<", "")
    page["n"] += 1
    page["mrz_exact"] += all(fold(value[m]) == fold(row[m]) for m in ("mrz_1", "mrz_2"))
    page["number"] += fold(want) == fold(value["passport_number"])
    if row.get("face_bbox_xywh"):
        quad = item.get("option", {}).get("face", {}).get("bboxes")
        share = overlap(quad, row["face_bbox_xywh"]) if quad else 0
        page["faces"] += 1
        page["face_found"] += share >= 0.5
        page["face_wrong"] += quad is not None and share < 0.5
        return share
    return 1


def count(o, folder):
    tally, kept = collections.defaultdict(collections.Counter), []
    for line in open(os.path.join(folder, "truth.jsonl"), encoding="utf-8"):
        row = json.loads(line)
        item, took = ask(o.url, o.key, os.path.join(folder, "images", row["file"]))
        share = whole(row, item, tally["page"])
        if o.show and share < 0.5:
            print("  %s face: overlap %.2f" % (row["file"], share))
        kept.append({"file": row["file"], "seconds": round(took, 3), "answer": item})
        for member, want in {**row.get("fields", {}), "mrz_1": row["mrz_1"], "mrz_2": row["mrz_2"]}.items():
            field = item.get(member) or {}
            got, t = field.get("value") or "", tally[member]
            t["n"] += 1
            t["flips"] += row.get("flipped", False)
            verdict = "right" if same(member, want, got) else "wrong" if got else "missing"
            t[verdict] += 1
            if got and field.get("confidence", 0) >= 0.9:
                t["sure"] += 1
                t["flipped"] += row.get("flipped", False)
                t["sure_wrong"] += verdict == "wrong"
            if o.show and verdict != "right":
                print("  %s %s: %r %r %.2f" % (row["file"], member, want, got, field.get("confidence", 0)))
    return tally, kept


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--url", required=True)
    p.add_argument("--key", required=True)
    p.add_argument("--show", action="store_true")
    p.add_argument("--json", default="")
    p.add_argument("folders", nargs="+")
    o = p.parse_args()
    every = []
    for folder in o.folders:
        tally, kept = count(o, folder)
        every += kept
        page = tally.pop("page")
        print("%s: n=%d %s" % (folder, page["n"], " ".join("%s=%.3f" % (k, page[k] / max(1, page["faces" if k[0] == "f" else "n"])) for k in ("mrz_exact", "number", "face_found", "face_wrong"))))
        printed = [t for m, t in tally.items() if not m.startswith("mrz_")]
        n = max(1, sum(t["n"] for t in printed))
        sure, bad = sum(t["sure"] for t in printed), sum(t["sure_wrong"] for t in printed)
        print("  field=%.3f wrong=%.3f sure=%.3f (wrong of them %.4f)" % (sum(t["right"] for t in printed) / n, sum(t["wrong"] for t in printed) / n, sure / n, bad / max(1, sure)))
        if tally["mrz_2"]["flips"]:
            print("  flipped lines that are sure: %d of %d" % (tally["mrz_2"]["flipped"], tally["mrz_2"]["flips"]))
        for member, t in tally.items():
            print("  %-24s n=%d right=%.3f wrong=%.3f missing=%.3f" % (member, t["n"], t["right"] / t["n"], t["wrong"] / t["n"], t["missing"] / t["n"]))
    if o.json:
        json.dump(every, open(o.json, "w", encoding="utf-8"), ensure_ascii=False)


if __name__ == "__main__":
    main()
