"""Rows of statements that a running daemon and monopoly read right, in one run:

    python3 -m venv PEER && PEER/bin/pip install monopoly-core==0.23.4
    PEER/bin/python scripts/measure/statement/peer.py --url http://127.0.0.1:8080 --key KEY --score SCORE.py --data OUT [--data DATA]

OUT is what scripts/synth/statement/build.py wrote, DATA labelled documents in the same shape; PDFs without a password are taken.
monopoly reads a PDF's text with the configuration of the bank that it detects, its own example with that of its example bank, and
any other with its generic one, without its check of totals. A row is right if its day and month and the sum that moved are
those of a labelled row; each labelled row counts once. Years are left out: monopoly knows no Buddhist era.
"""
import argparse, base64, collections, csv, importlib.util, io, json, os, urllib.error, urllib.request


def monopoly_rows(path, score):
    from monopoly.banks import BankDetector, banks
    from monopoly.examples.example_bank import ExampleBank
    from monopoly.generic import GenericBank
    from monopoly.pdf import PdfDocument, PdfParser
    from monopoly.pipeline import Pipeline
    best = []
    for example in (False, True) if "monopoly_example" in path else (False,):
        try:
            document = PdfDocument(path)
            bank = ExampleBank if example else BankDetector(document).detect_bank(banks) or GenericBank
            pipeline = Pipeline(PdfParser(bank, document))
            statement = pipeline.extract(safety_check=False)
            rows = [(score.date(t.date), round(abs(t.amount) * 100)) for t in pipeline.transform(statement)]
        except Exception as e:  # what it raises on a form that it does not know is of many kinds
            print("  monopoly:", os.path.basename(path), type(e).__name__, str(e)[:70].replace("\n", " "))
            rows = []
        best = max(best, rows, key=len)
    return best


def our_rows(o, path, score):
    body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode()}).encode()
    request = urllib.request.Request(o.url + "/bank-statement/v2?format=csv", body, {"Content-Type": "application/json", "x-service-key": o.key})
    try:
        with urllib.request.urlopen(request, timeout=600) as r:
            lines = list(csv.reader(io.StringIO(r.read().decode())))[1:]
    except urllib.error.HTTPError as e:
        print("  daemon:", os.path.basename(path), e.code)
        return []
    return [(score.date(line[2]), round(abs(float(line[4])) * 100)) for line in lines if line[4]]


def right(true, read):
    """How many of the true rows, each a day and the amounts that stand in it, are among those read."""
    left, n = collections.Counter((d and d[1:], v) for d, v in read), 0
    for day, sums in true:
        for v in sums:
            if left[(day and day[1:], v)] > 0:
                left[(day and day[1:], v)] -= 1
                n += 1
                break
    return n


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--url", "--key", "--score"):
        p.add_argument(name, required=True)
    p.add_argument("--data", action="append", required=True)
    o = p.parse_args()
    spec = importlib.util.spec_from_file_location("score", o.score)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    for data in o.data:
        total = collections.Counter()
        for row in map(json.loads, open(os.path.join(data, "invoice", "truth.jsonl"), encoding="utf-8")):
            path = os.path.join(data, "invoice", "files", os.path.basename(row["file"]))
            if row.get("kind") != "bank_statement" or not path.endswith(".pdf") or row.get("pdf_password") or row.get("variant", "text") != "text":
                continue
            if not isinstance(row.get("rows"), list) or not row["rows"]:
                continue
            if isinstance(row["rows"][0], dict):
                true = [(score.date(r.get("date")), [abs(score.number(r["amount"]))]) for r in row["rows"] if r.get("amount")]
            else:
                true = [score.signature([(c["key"], c["text"]) for c in r]) for r in row["rows"]]
            moves = row.get("directions") or [1] * len(true)
            true = [(d, [round(v * 100) for v in sums]) for (d, sums), m in zip(true, moves) if m and sums and d]
            theirs, ours = monopoly_rows(path, score), our_rows(o, path, score)
            a, b = right(true, theirs), right(true, ours)
            total.update(files=1, rows=len(true), monopoly_right=a, monopoly_read=len(theirs), daemon_right=b, daemon_read=len(ours))
            if "monopoly" in path:
                print("  its own:", os.path.basename(path), f"{len(true)} rows, monopoly {a} of {len(theirs)}, daemon {b} of {len(ours)}")
        print(data, dict(total))


if __name__ == "__main__":
    main()
