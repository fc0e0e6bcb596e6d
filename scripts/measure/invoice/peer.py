#!/usr/bin/env python3
"""Fields of invoices beside peers, in one run: peer.py --score SCORE.py --truth TRUTH.jsonl --layout LAYOUT --sure SURE FILE…

Reads each file three ways: with the page engine (LAYOUT is the built scripts/layout) and the field finder (SURE is the built
scripts/train/sure); with whole-page Tesseract (--psm 3, tha+eng, PDFs rendered at 200 dpi by pdftoppm) and the same finder on its
lines; and, PDFs alone and where --invoice2data names its program (pip install invoice2data==1.0.1), with that and its own templates.
TRUTH has file and fields; only the fields that all three know are compared: seller_name, invoice_no, invoice_date, sub_total,
grand_total; dates as ISO 8601, because theirs are. Prints of each how many are right, and how many are wrong. Run it with OMP_THREAD_LIMIT=1."""
import argparse, csv, importlib.util, io, json, os, subprocess, tempfile

FIELDS = ["seller_name", "invoice_no", "invoice_date", "sub_total", "grand_total"]
THEIRS = {"issuer": "seller_name", "invoice_number": "invoice_no", "date": "invoice_date", "amount_untaxed": "sub_total", "amount": "grand_total"}


def pages(name, folder):
    """The pictures of a file's pages."""
    if not name.endswith(".pdf"):
        return [name]
    subprocess.run(["pdftoppm", "-r", "200", "-png", name, os.path.join(folder, "p")], check=True)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".png"))


def quad(x, y, w, h):
    return [{"x": x, "y": y}, {"x": x + w, "y": y}, {"x": x + w, "y": y + h}, {"x": x, "y": y + h}]


def tesseract(picture, name, number):
    """Whole-page Tesseract's lines as a layout."""
    out = subprocess.run(["tesseract", picture, "-", "--psm", "3", "-l", "tha+eng", "tsv"], capture_output=True, text=True, check=True).stdout
    lines, page = {}, {"File": name, "Number": number, "Lines": []}
    for r in csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE):
        box = [int(r[k]) for k in ("left", "top", "width", "height")]
        if r["level"] == "1":
            page["Width"], page["Height"] = box[2:]
        if r["level"] != "5" or not (r["text"] or "").strip():
            continue
        lines.setdefault((r["block_num"], r["par_num"], r["line_num"]), []).append((box, r["text"], float(r["conf"]) / 100))
    for (block, _, _), words in lines.items():
        x0, y0 = min(b[0] for b, _, _ in words), min(b[1] for b, _, _ in words)
        x1, y1 = max(b[0] + b[2] for b, _, _ in words), max(b[1] + b[3] for b, _, _ in words)
        page["Lines"].append({"Quad": quad(x0, y0, x1 - x0, y1 - y0), "Block": int(block), "Area": -1, "Height": 0.8 * (y1 - y0),
                              "Text": {"Value": " ".join(t for _, t, _ in words), "Confidence": min(c for _, _, c in words)},
                              "Words": [{"Quad": quad(*b), "Text": {"Value": t, "Confidence": c}} for b, t, c in words]})
    return page


def finder(sure, layouts):
    """The finder's fields of a file: of several pages the first that has a field."""
    out = {}
    answer = subprocess.run([sure], input=layouts, capture_output=True, text=True, check=True).stdout
    for line in answer.splitlines():
        for f in json.loads(line)["fields"] or []:
            out.setdefault(f["name"], f.get("iso") or f["value"])
    return out


def invoice2data(program, name):
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "out.json")
        subprocess.run([program, "--output-format", "json", "--output-name", target, name], capture_output=True)
        try:
            rows = json.load(open(target))
        except (OSError, ValueError):
            return {}
    return {THEIRS[k]: v for k, v in (rows[0] if rows else {}).items() if k in THEIRS}


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for k in ("score", "truth", "layout", "sure"):
        a.add_argument("--" + k, required=True)
    a.add_argument("--invoice2data", default="")
    a.add_argument("--show", action="store_true")
    a.add_argument("files", nargs="+")
    o = a.parse_args()
    spec = importlib.util.spec_from_file_location("score", o.score)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    truth = {os.path.basename(r["file"]): r["fields"] for r in map(json.loads, open(o.truth, encoding="utf-8")) if "fields" in r}
    tally = {}
    for name in o.files:
        want = {k: v["value"] if isinstance(v, dict) else v for k, v in truth[os.path.basename(name)].items() if k in FIELDS}
        ours = subprocess.run([o.layout, name], capture_output=True, text=True, check=True).stdout
        with tempfile.TemporaryDirectory() as folder:
            theirs = "\n".join(json.dumps(tesseract(p, name, i + 1)) for i, p in enumerate(pages(name, folder)))
        read = {"engine and finder": finder(o.sure, ours), "Tesseract and finder": finder(o.sure, theirs)}
        if o.invoice2data and name.endswith(".pdf"):
            read["invoice2data"] = invoice2data(o.invoice2data, name)
        for who, got in read.items():
            t = tally.setdefault(who, [0, 0, 0, 0])
            t[3] += 1
            for k, w in want.items():
                if w in (None, ""):
                    continue
                right = score.same("date" if k == "invoice_date" else score.kind_of(k), w, got.get(k, ""))
                t[0], t[1], t[2] = t[0] + 1, t[1] + right, t[2] + (not right and bool(got.get(k)))
                if o.show and not right:
                    print(f"  {who}: {os.path.basename(name)} {k} {w!r} {got.get(k)!r}")
    for who, (n, right, wrong, files) in tally.items():
        print(f"{who}: {files} files, {n} fields, right {right / n:.3f}, wrong {wrong / n:.3f}")


if __name__ == "__main__":
    main()
