"""What a running daemon reads of drawn statements: held.py --url http://127.0.0.1:8080 --key KEY --data OUT --score SCORE.py [--keep FILE]

OUT is what scripts/synth/statement/build.py wrote; SCORE is the scorer, whose comparisons of rows and fields are used. Each
document is read twice, once as CSV, which tells directions. Beside the scorer's figures: direction (sign of the amounts of rows
that were read), columns (headings named right, in order), and of all cells of amounts how many are wrong, and how many of these
are neither below 0.8 nor in a row that an error entry names. A locked PDF is asked for without its password, too: `locked` is the
share that is answered 400 then. --keep keeps the answers, and takes those that it holds.
"""
import argparse, base64, collections, csv, importlib.util, io, json, os, re, statistics, urllib.error, urllib.request

AMOUNT = re.compile(r"[+\-(]?\s*\d[\d,.]*[.,]\d{2}\s*\)?\s*[-+A-Za-z]*")


def post(o, body, query=""):
    request = urllib.request.Request(o.url + "/bank-statement/v2" + query, json.dumps(body).encode(), {"Content-Type": "application/json", "x-service-key": o.key})
    try:
        with urllib.request.urlopen(request, timeout=600) as r:
            return r.status, r.read().decode()
    except urllib.error.HTTPError as e:
        return e.code, e.read().decode()


def ask(o, row, path):
    option = {"return_statement_summary": True}
    body = {"image": base64.b64encode(open(path, "rb").read()).decode(), "option": option}
    got = {"file": row["file"]}
    if row.get("pdf_password"):
        got["locked"] = post(o, body)[0]
        option["pdf_password"] = row["pdf_password"]
    got["status"], text = post(o, body)
    got["answer"] = json.loads(text)
    status, text = post(o, body, "?format=csv")
    got["csv"] = list(csv.reader(io.StringIO(text)))[1:] if status < 300 else []
    return got


def amounts(cells):
    return [int(re.sub("[^0-9]", "", c)) for c in (str(c or "").strip() for c in cells) if AMOUNT.fullmatch(c)]


def align(true, got):
    """Index of the true row for each row that was read, in order, by shared amounts and date."""
    def like(a, b):
        return sum((collections.Counter(a[1]) & collections.Counter(b[1])).values()) + 0.5 * (a[0] == b[0])
    n, m = len(true), len(got)
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n):
        for j in range(m):
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], best[i][j] + like(true[i], got[j]) - 0.2)
    pairs, i, j = {}, n, m
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs[j] = i
    return pairs


def common(a, b, fold):
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], best[i][j] + (fold(x) == fold(y)))
    return best[-1][-1]


def judge(row, got, score, t):
    answer = got["answer"]
    score.score_bank(row, got["status"], answer, t)
    if "locked" in got:
        t["locked"].append(float(got["locked"] == 400))
        t["opened"].append(float(got["status"] < 300))
    broken = {m.groups() for e in answer.get("error") or [] if (m := re.match(r"page (\d+): row (\d+):", e["message"]))}
    rows = [(str(p + 1), str(n + 1), r) for p, d in enumerate(answer.get("data") or []) for n, r in enumerate(d.get("table_data") or [])]
    true = [(score.signature([(c["key"], c["text"]) for c in r])[0], amounts(c["text"] for c in r)) for r in row["rows"]]
    read = [(score.signature([(c["column"], c["value"]) for c in r])[0], amounts(c["value"] for c in r)) for _, _, r in rows]
    pairs = align(true, read)
    signs = {(l[0], l[1]): l[4] for l in got["csv"]}
    for j, (page, n, cells) in enumerate(rows):
        left = collections.Counter(true[pairs[j]][1]) if j in pairs else collections.Counter()
        for c in cells:
            for v in amounts([c["value"]]):
                wrong = left[v] <= 0
                left[v] -= 1
                t["amount wrong"].append(float(wrong))
                t["wrong, sure, unmarked"].append(float(wrong and c["confidence"] >= 0.8 and (page, n) not in broken))
        if j in pairs and row["directions"][pairs[j]] and collections.Counter(true[pairs[j]][1]) == collections.Counter(read[j][1]):
            amount = signs.get((page, n), "")
            t["direction"].append(float(amount != "" and amount.startswith("-") == (row["directions"][pairs[j]] < 0)))
    heads = [c for c in row["columns"] if c]
    if heads:
        named = [c["column"] for c in rows[0][2]] if rows else []
        k = common(heads, named, score.fold)
        t["columns"] += [1.0] * k + [0.0] * (len(heads) - k)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--url", "--key", "--data", "--score"):
        p.add_argument(name, required=True)
    p.add_argument("--keep", default="")
    p.add_argument("--only", default="", help="variants, by commas")
    p.add_argument("--limit", type=int, default=0)
    o = p.parse_args()
    spec = importlib.util.spec_from_file_location("score", o.score)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    kept = {}
    if o.keep and os.path.exists(o.keep):
        kept = {r["file"]: r for r in map(json.loads, open(o.keep, encoding="utf-8"))}
    figures = collections.defaultdict(lambda: collections.defaultdict(list))
    rows = [json.loads(line) for line in open(os.path.join(o.data, "invoice", "truth.jsonl"), encoding="utf-8")]
    rows = [r for r in rows if not o.only or r["variant"] in o.only.split(",")]
    for row in rows[:o.limit or None]:
        got = kept.get(row["file"]) or ask(o, row, os.path.join(o.data, "invoice", "files", row["file"]))
        if o.keep and row["file"] not in kept:
            open(o.keep, "a", encoding="utf-8").write(json.dumps(got, ensure_ascii=False) + "\n")
        judge(row, got, score, figures["text" if row["variant"] == "locked" else row["variant"]])
    for variant, t in sorted(figures.items()):
        print(variant, "; ".join(f"{k} {statistics.fmean(v):.4f} of {len(v)}" for k, v in t.items() if v and not k.startswith("_")))


if __name__ == "__main__":
    main()
