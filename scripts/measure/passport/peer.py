"""Read labelled passports with a running daemon and with PassportEye, in turns, and compare CPU time and exact zones.

    python3 -m venv PEER && PEER/bin/pip install PassportEye==2.2.2
    go build -o zones ./vision/mrz/bench
    PEER/bin/python scripts/measure/passport/peer.py --url http://127.0.0.1:8080 --key KEY --data DIR --zones ./zones --pid PID

DIR holds truth.jsonl (file, mrz_1, mrz_2) and images/. PassportEye runs Debian's tesseract with its eng model, on one
thread, as a library in this process, and reads the zone alone. All times are CPU seconds, so that what else runs on the
box does not count: PassportEye's of this process and the tesseract that it starts, the daemon's (PID) of it and its readers
for whole requests, zone, print and answer. What compares with PassportEye's is the time of --zones, our zone reader by
itself. --no-peer leaves PassportEye out, to time requests on other pictures.
"""
import argparse
import base64
import json
import os
import re
import resource
import statistics
import subprocess
import urllib.error
import urllib.request
import warnings

os.environ["OMP_THREAD_LIMIT"] = "1"
warnings.filterwarnings("ignore")


def tree(pid):
    """CPU seconds of a process, of those that it started, and of theirs that have ended."""
    ticks, started = {}, {}
    for name in os.listdir("/proc"):
        try:
            part = open("/proc/%s/stat" % name).read().rsplit(")", 1)[1].split() if name.isdigit() else None
        except OSError:
            continue
        if part:
            ticks[int(name)] = sum(map(int, part[11:15]))
            started.setdefault(int(part[1]), []).append(int(name))
    todo, total = [pid], 0
    while todo:
        p = todo.pop()
        total += ticks.get(p, 0)
        todo += started.get(p, [])
    return total / os.sysconf("SC_CLK_TCK")


def own():
    """CPU seconds of this process and of the children that it waited for."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def ask(url, key, path, pid):
    body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode()}).encode()
    req = urllib.request.Request(url + "/passport-ocr/v2", body, {"Content-Type": "application/json", "x-service-key": key})
    start = tree(pid)
    try:
        with urllib.request.urlopen(req, timeout=120) as r:
            item = (json.load(r)["data"] or [{}])[0]
    except urllib.error.HTTPError:
        item = {}
    return [item.get(k, {}).get("value", "") for k in ("mrz_1", "mrz_2")], tree(pid) - start


def peer(path):
    from passporteye import read_mrz
    start = own()
    try:
        found = read_mrz(path)
        lines = found.aux["text"].split("\n") if found is not None else []
    except Exception as e:  # pictures that it cannot open count as not read
        lines = [repr(e)]
    return [line.replace(" ", "") for line in lines if line.strip()][:2], own() - start


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--url", required=True)
    p.add_argument("--key", required=True)
    p.add_argument("--data", required=True)
    p.add_argument("--zones", required=True, help="the program vision/mrz/bench")
    p.add_argument("--pid", type=int, required=True, help="the daemon's process")
    p.add_argument("--first", type=int, default=1000, help="only so many pictures")
    p.add_argument("--no-peer", action="store_true")
    p.add_argument("--show", action="store_true")
    o = p.parse_args()
    rows = [json.loads(line) for line in open(os.path.join(o.data, "truth.jsonl"), encoding="utf-8") if line.strip()][: o.first]
    ask(o.url, o.key, os.path.join(o.data, "images", rows[0]["file"]), o.pid)  # the first request loads the models
    if not o.no_peer:
        peer(os.path.join(o.data, "images", rows[0]["file"]))
    ours, theirs, times = 0, 0, ([], [])
    for row in rows:
        path = os.path.join(o.data, "images", row["file"])
        want = [row["mrz_1"], row["mrz_2"]]
        a, ta = ask(o.url, o.key, path, o.pid)
        b, tb = ([], 0) if o.no_peer else peer(path)
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
    print("daemon, whole request: exact=%.3f p50=%.3f s p95=%.3f s mean=%.3f s" % (ours / n, med[0], sorted(times[0])[int(0.95 * (n - 1))], sum(times[0]) / n))
    print("our zone reader alone: mean=%.3f s" % zone)
    if o.no_peer:
        return
    print("PassportEye:           exact=%.3f p50=%.3f s mean=%.3f s" % (theirs / n, med[1], mean))
    print("zone reader / PassportEye: time %.2f, exact %.1f" % (zone / mean, ours / max(1, theirs)))


if __name__ == "__main__":
    main()
