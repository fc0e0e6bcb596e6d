#!/usr/bin/env python3
"""Many water-meter requests to one daemon: latency beside Tesseract on the same pictures, and memory over the run.

soak.py --bin BINARY [--readings 10000] [--pictures 60] [--recycle 1000000]

Starts a daemon with one worker on a free port, draws pictures of a simulated meter (640 x 480), and sends them over and
over. Prints the resident memory of the daemon and of its child at each power of ten and fifth of the run; unless --recycle says otherwise
the child is never replaced, so that growth shows. Then the request's median time and Tesseract's on the same pictures
(digits only, sparse text, its start included), one core each.
"""
import argparse
import base64
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import cv2

HERE = os.path.dirname(os.path.abspath(__file__))
KEY = "soak-soak-soak"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(binary, folder, recycle):
    port = free_port()
    path = os.path.join(folder, "lensd.yaml")
    with open(path, "w", encoding="utf8") as f:
        f.write(f"state_dir: {folder}/state\nhttp: {{listen: \"127.0.0.1:{port}\", service_keys: [{KEY}], announce: false}}\n"
                f"mqtt: {{broker: none}}\nreaders: {{workers: 1, recycle_after: {recycle}}}\n")
    log = open(os.path.join(folder, "log"), "w", encoding="utf8")
    process = subprocess.Popen([binary, "run", "-config", path], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(url + "/healthz", timeout=2).read()
            return process, url
        except OSError:
            time.sleep(0.2)
    sys.exit("the daemon did not start; see " + log.name)


def pictures(folder, count):
    subprocess.run([sys.executable, os.path.join(HERE, "../../synth/meter/station.py"), "--out", folder, "--count", str(count)], check=True)
    out = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jpg"):
            path = os.path.join(folder, name)
            cv2.imwrite(path, cv2.resize(cv2.imread(path), (640, 480), interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, 92])
            out.append(path)
    return out


def resident(pid, kind="VmRSS"):
    with open(f"/proc/{pid}/status", encoding="utf8") as f:
        return next(int(line.split()[1]) for line in f if line.startswith(kind)) / 1024


def child(pid):
    out = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return max(out, key=resident) if out else None


def post(url, body):
    q = urllib.request.Request(url + "/water-meter/v2", body, {"content-type": "application/json", "x-service-key": KEY})
    begin = time.perf_counter()
    try:
        with urllib.request.urlopen(q, timeout=60) as r:
            return r.status, time.perf_counter() - begin
    except urllib.error.HTTPError as e:
        return e.code, time.perf_counter() - begin


def tesseract(path):
    begin = time.perf_counter()
    subprocess.run(["tesseract", path, "-", "--psm", "11", "-c", "tessedit_char_whitelist=0123456789"], capture_output=True, check=True,
                   env={**os.environ, "OMP_THREAD_LIMIT": "1"})
    return time.perf_counter() - begin


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--bin", required=True)
    a.add_argument("--readings", type=int, default=10000)
    a.add_argument("--pictures", type=int, default=60)
    a.add_argument("--recycle", type=int, default=1000000)
    o = a.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = pictures(os.path.join(folder, "pictures"), o.pictures)
        bodies = [json.dumps({"image": base64.b64encode(open(p, "rb").read()).decode()}).encode() for p in paths]
        process, url = start(o.bin, folder, o.recycle)
        times, codes = [], {}
        marks = {10, 100, 1000, *(o.readings * k // 5 for k in range(1, 6))}
        try:
            for i in range(1, o.readings + 1):
                code, took = post(url, bodies[i % len(bodies)])
                codes[code] = codes.get(code, 0) + 1
                times.append(took)
                if i in marks:
                    print(f"{i:6d} readings: daemon {resident(process.pid):.0f} MB, worker {resident(child(process.pid)):.0f} MB", flush=True)
        finally:
            process.terminate()
            process.wait()
        ours, peer = statistics.median(times[10:]), statistics.median(tesseract(p) for p in paths)
        print(f"answers {codes}; request p50 {ours * 1000:.0f} ms, tesseract p50 {peer * 1000:.0f} ms, ratio {ours / peer:.2f}")


if __name__ == "__main__":
    main()
