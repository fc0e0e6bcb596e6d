"""Read labelled passports with a running daemon and with PassportEye, in turns, and compare time and exact zones.

    python3 -m venv PEER && PEER/bin/pip install PassportEye==2.2.2
    go build -o zones ./vision/mrz/bench
    PEER/bin/python scripts/measure/passport/peer.py --url http://127.0.0.1:8080 --key KEY --data DIR --zones ./zones

DIR holds truth.jsonl (file, mrz_1, mrz_2) and images/. PassportEye runs Debian's tesseract with its eng model, on one
thread, as a library in this process, and reads the zone alone. The daemon's time is a whole request: zone, print and
answer; what compares with PassportEye's is the CPU time that --zones, our zone reader by itself, prints in the same run.
"""
import argparse
import base64
import json
import os
import re
import statistics
import subprocess
import time
import urllib.error
import urllib.request
import warnings

os.environ["OMP_THREAD_LIMIT"] = "1"
warnings.filterwarnings("ignore")
from passporteye import read_mrz  # noqa: E402


def ask(url, key, path):
    body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode()}).encode()
    req = urllib.request.Request(url + "/passport-ocr/v2", body, {"Content-Type": "application/json", "x-service-key": key})
    start = time.perf_counter()
    try:
        with urllib.request.urlopen(req, timeout=120) as r:
            item = (json.load(r)["data"] or [{}])[0]
    except urllib.error.HTTPError:
        item = {}
    return [item.get(k, {}).get("value", "") for k in ("mrz_1", "mrz_2")], time.perf_counter() - start


def peer(path):
    start = time.perf_counter()
    try:
        found = read_mrz(path)
        lines = found.aux["text"].split("\n") if found is not None else []
    except Exception as e:  # pictures that it cannot open count as not read
        lines = [repr(e)]
    return [line.replace(" ", "") for line in lines if line.strip()][:2], time.perf_counter() - start


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--url", required=True)
    p.add_argument("--key", required=True)
    p.add_argument("--data", required=True)
    p.add_argument("--zones", required=True, help="the program vision/mrz/bench")
    p.add_argument("--show", action="store_true")
    o = p.parse_args()
    rows = [json.loads(line) for line in open(os.path.join(o.data, "truth.jsonl"), encoding="utf-8") if line.strip()]
    ours, theirs, times = 0, 0, ([], [])
    for row in rows:
        path = os.path.join(o.data, "images", row["file"])
        want = [row["mrz_1"], row["mrz_2"]]
        a, ta = ask(o.url, o.key, path)
        b, tb = peer(path)
        ours, theirs = ours + (a == want), theirs + (b == want)
        times[0].append(ta)
        times[1].append(tb)
        if o.show:
            print(row["file"], a == want, b == want, "%.3f %.3f" % (ta, tb), b)
    n = len(rows)
    med = [statistics.median(t) for t in times]
    zone = float(re.search(r"cpu=([\d.]+)", subprocess.run([o.zones, "-data", o.data, "-poses", "0"], check=True, capture_output=True, text=True).stdout).group(1))
    mean = sum(times[1]) / n
    print("n=%d" % n)
    print("daemon, whole request: exact=%.3f p50=%.3f s mean=%.3f s" % (ours / n, med[0], sum(times[0]) / n))
    print("our zone reader alone: mean CPU=%.3f s" % zone)
    print("PassportEye:           exact=%.3f p50=%.3f s mean=%.3f s" % (theirs / n, med[1], mean))
    print("zone reader / PassportEye: time %.2f, exact %.1f" % (zone / mean, ours / max(1, theirs)))


if __name__ == "__main__":
    main()
