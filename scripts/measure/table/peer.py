"""Reads labelled table pages with img2table (PyPI; OpenCV and one Tesseract pass a page) and scores it beside a daemon's answers.

usage: peer.py DATA SCORE ANSWERS.json [STRIDE]
DATA is the labelled folder, SCORE the folder of score.py, ANSWERS what `score.py --only table --json` kept of the daemon. Every
STRIDE-th page by name (default 6) is read in a process of its own, with 60 s of patience, 90 s for a photograph; a page that
takes longer counts as read without a table. Needs: pip install img2table==2.0.0. Run it with OMP_THREAD_LIMIT=1.
"""
import collections
import json
import multiprocessing as mp
import resource
import sys
import time


def tables_of(path):
    """img2table's tables in the shape of the interface; a merged cell once, at its top left."""
    from img2table.document import Image
    from img2table.ocr import TesseractOCR
    found = Image(src=path).extract_tables(ocr=TesseractOCR(n_threads=1, lang="eng", psm=11), implicit_rows=False, borderless_tables=True, min_confidence=50)
    out = []
    for t in found:
        rows, cells = list(t.content.values()), {}
        for r, row in enumerate(rows, 1):
            for k, c in enumerate(row, 1):
                new = {"row": r, "column": k, "text": (c.value or "").replace("\n", " ")}
                d = cells.setdefault((c.bbox.x1, c.bbox.y1, c.bbox.x2, c.bbox.y2), new)
                d["row_span"], d["column_span"] = r - d["row"] + 1, k - d["column"] + 1
        out.append({"n_row": len(rows), "n_column": max(map(len, rows), default=0), "cells": list(cells.values())})
    return out


def work(path, answers):
    start, before = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    out = tables_of(path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers.put((out, time.process_time() - start + after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def ask(path, patience):
    answers = mp.Queue()
    p = mp.Process(target=work, args=(path, answers))
    p.start()
    try:
        return answers.get(timeout=patience)
    except Exception:
        return [], None
    finally:
        p.kill()
        p.join()


def figures(score, rows, tables):
    t = collections.defaultdict(list)
    for r in rows:
        score.score_table(r, 200, {"result": [tables[r["file"]]]}, t)
    return {k: f"{sum(v) / len(v):.3f} ({len(v)})" for k, v in t.items() if not k.startswith("_")}


def main():
    data, folder, answers = sys.argv[1:4]
    sys.path.insert(0, folder)
    import score
    rows = sorted(map(json.loads, open(data + "/table/truth.jsonl", encoding="utf8")), key=lambda r: r["file"])
    rows = rows[2::int(sys.argv[4]) if len(sys.argv) > 4 else 6]
    peer, cpu = {}, []
    for r in rows:
        peer[r["file"]], seconds = ask(f"{data}/table/files/{r['file']}", 90 if "photo" in r["tags"] else 60)
        cpu.append(seconds)
        print(r["file"], seconds, file=sys.stderr, flush=True)
    done = sorted(s for s in cpu if s is not None)
    print("img2table", figures(score, rows, peer), "CPU s: median %.2f, most %.2f, given up %d" % (done[len(done) // 2], done[-1], len(cpu) - len(done)))
    ours = {k["file"]: [t for page in k["answer"].get("result") or [] for t in page] for k in json.load(open(answers, encoding="utf8")) if k["kind"] == "table"}
    print("daemon   ", figures(score, rows, ours))


if __name__ == "__main__":
    main()
