#!/usr/bin/env python3
"""CPU seconds that a running daemon takes for a page: pages.py --url URL --key KEY --pid PID PATH FILE…

Posts each file to PATH (/general-invoice/v2, /tawi-50/v2, …), the first once more before, so that models are loaded. Time is that
of the daemon PID, of its readers and of those of them that have ended: what else runs on the machine does not count. Prints for
PDFs and for pictures how many, mean, p50 and p95, and with --list each file."""
import argparse, base64, json, os, statistics, urllib.error, urllib.request

TICK = os.sysconf("SC_CLK_TCK")


def spent(pid):
    """User and system seconds of a process, its children's and what ended ones took."""
    total = 0
    for p in filter(str.isdigit, os.listdir("/proc")):
        try:
            s = open(f"/proc/{p}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(p) == pid or int(s[1]) == pid:
            total += sum(map(int, s[11:15]))
    return total / TICK


def post(url, key, path, blob):
    image = base64.b64encode(blob).decode()
    body = json.dumps({"image": [image] if "tawi" in path else image}).encode()
    request = urllib.request.Request(url.rstrip("/") + path, body, {"Content-Type": "application/json", "x-service-key": key})
    try:
        with urllib.request.urlopen(request, timeout=600) as r:
            return r.status
    except urllib.error.HTTPError as e:
        return e.code


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--url", required=True)
    a.add_argument("--key", required=True)
    a.add_argument("--pid", type=int, required=True)
    a.add_argument("--list", action="store_true")
    a.add_argument("path")
    a.add_argument("files", nargs="+")
    o = a.parse_args()
    took = {"pdf": [], "picture": []}
    for f in o.files[:1] + o.files:
        blob = open(f, "rb").read()
        before = spent(o.pid)
        status = post(o.url, o.key, o.path, blob)
        seconds = spent(o.pid) - before
        if o.list:
            print(f"{seconds:.2f} {status} {f}")
        took["pdf" if f.endswith(".pdf") else "picture"].append((seconds, f))
    took["pdf" if o.files[0].endswith(".pdf") else "picture"].pop(0)
    for kind, rows in took.items():
        s = sorted(t for t, _ in rows)
        if s:
            print(f"{o.path} {kind}: n {len(s)} mean {statistics.fmean(s):.2f} s, p50 {s[len(s) // 2]:.2f} s, p95 {s[min(len(s) - 1, int(0.95 * len(s)))]:.2f} s of CPU")


if __name__ == "__main__":
    main()
