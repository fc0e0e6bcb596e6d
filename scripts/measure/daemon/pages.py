#!/usr/bin/env python3
"""CPU seconds that a running daemon takes for a page: pages.py --url URL --key KEY --pid PID PATH FILE…

Posts each file to PATH (/general-invoice/v2, /tawi-50/v2, …), the first once more before, so that models are loaded. Time is that
of the daemon PID, of its readers and of those of them that have ended: what else runs on the machine does not count. Prints for
PDFs and for pictures how many, mean, p50 and p95, and with --list each file. With --peer img2table, passporteye (both of PyPI, run
this with a Python that has them; img2table==2.0.0, PassportEye==2.2.2) or tesseract (whole pages, tha+eng), the peer reads each
file right after the daemon, on one thread, and its times and the ratio to them stand beside."""
import argparse, base64, json, os, resource, statistics, subprocess, urllib.error, urllib.request

os.environ["OMP_THREAD_LIMIT"] = os.environ["OMP_NUM_THREADS"] = "1"

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


def own():
    """CPU seconds of this process and of the children that it waited for."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def img2table(path):
    from img2table.document import Image
    from img2table.ocr import TesseractOCR
    Image(src=path).extract_tables(ocr=TesseractOCR(n_threads=1, lang="eng", psm=11), implicit_rows=False, borderless_tables=True, min_confidence=50)


def passporteye(path):
    from passporteye import read_mrz
    read_mrz(path)


def tesseract(path):
    subprocess.run(["tesseract", path, "-", "-l", "tha+eng"], capture_output=True, check=False)


def peers(read, path):
    """CPU seconds of a peer, which may fail: it has tried."""
    before = own()
    try:
        read(path)
    except Exception as e:
        print(f"{path}: {e!r}")
    return own() - before


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--url", required=True)
    a.add_argument("--key", required=True)
    a.add_argument("--pid", type=int, required=True)
    a.add_argument("--list", action="store_true")
    a.add_argument("--peer", choices=["img2table", "passporteye", "tesseract"])
    a.add_argument("path")
    a.add_argument("files", nargs="+")
    o = a.parse_args()
    took, beside = {"pdf": [], "picture": []}, []
    if o.peer:
        peers(globals()[o.peer], o.files[0])  # loads its libraries
    for f in o.files[:1] + o.files:
        blob = open(f, "rb").read()
        before = spent(o.pid)
        status = post(o.url, o.key, o.path, blob)
        seconds = spent(o.pid) - before
        if o.list:
            print(f"{seconds:.2f} {status} {f}")
        took["pdf" if f.endswith(".pdf") else "picture"].append((seconds, f))
        if o.peer:
            beside.append(peers(globals()[o.peer], f))
    took["pdf" if o.files[0].endswith(".pdf") else "picture"].pop(0)
    for kind, rows in took.items():
        s = sorted(t for t, _ in rows)
        if s:
            print(f"{o.path} {kind}: n {len(s)} mean {statistics.fmean(s):.2f} s, p50 {s[len(s) // 2]:.2f} s, p95 {s[min(len(s) - 1, int(0.95 * len(s)))]:.2f} s of CPU")
    if beside:
        one, other = sorted(t for rows in took.values() for t, _ in rows), sorted(beside[1:])
        print(f"{o.peer}: mean {statistics.fmean(other):.2f} s, p50 {statistics.median(other):.2f} s; the daemon to it: mean {statistics.fmean(one) / statistics.fmean(other):.2f}, p50 {statistics.median(one) / statistics.median(other):.2f}")


if __name__ == "__main__":
    main()
