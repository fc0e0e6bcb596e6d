"""Whether the same bytes give the same answer: python3 scripts/measure/repeat.py --bin bin/lensd --data DATA

Sends every document of DATA (a folder a kind with truth.jsonl) to the endpoints that the box has, once in one order and one
after the other, once in another order and two at a time, and compares status and body without the requests' own ids. Exit 1
when any differ. Standard library only.
"""
import argparse
import base64
import concurrent.futures
import glob
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEY = "repeat-measure-key"
PATHS = {
    "meter": ["/water-meter/v2"], "passport": ["/passport-ocr/v2"], "label": ["/shipping-label/v2"], "table": ["/table-exraction/v1"],
    "invoice": ["/general-invoice/v2", "/shipping-invoice/v2", "/bank-statement/v2", "/bank-statement/v1"],
    "tawi50": ["/tawi-50/v2"], "policy": ["/vehicle-insurance-policy/v1"],
}
PICTURES = (".jpg", ".jpeg", ".png", ".pdf", ".tif", ".tiff", ".webp")


def documents(data, sample, only):
    """(endpoint, file) pairs; meters also at the label endpoint, where a picture with nothing of the kind was once both read and refused."""
    r, out = random.Random(4), []
    for kind, paths in PATHS.items():
        files = sorted(f for f in glob.glob(os.path.join(data, kind, "**", "*"), recursive=True)
                       if f.lower().endswith(PICTURES) and "/crops/" not in f and any(o in f for o in only.split(",")))
        if sample and len(files) > sample:
            files = r.sample(files, sample)
        out += [(p, f) for p in paths for f in files]
        if kind == "meter":
            out += [("/shipping-label/v2", f) for f in files]
    return out


def ask(url, path, file):
    body = json.dumps({"image": base64.b64encode(open(file, "rb").read()).decode(), "request_id": "same"}).encode()
    request = urllib.request.Request(url + path, body, {"Content-Type": "application/json", "x-service-key": KEY})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as e:
            status, text = e.code, e.read()
        if status != 503:
            break
        time.sleep(1)
    try:
        parsed = json.loads(text)
        parsed.pop("response_id", None)
        parsed.pop("request_id", None)
        return status, json.dumps(parsed, sort_keys=True, ensure_ascii=False)
    except ValueError:
        return status, text.decode("utf8", "replace")


def differ(o, url):
    data, verbose = o.data, o.verbose
    docs = documents(data, o.sample, o.only)
    missing = {p for p in {d[0] for d in docs} if ask(url, p, docs[0][1])[0] == 404}
    docs = [d for d in docs if d[0] not in missing]
    first = {d: ask(url, *d) for d in docs}
    other = docs[:]
    random.Random(5).shuffle(other)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        second = dict(zip(other, pool.map(lambda d: ask(url, *d), other)))
    wrong = [d for d in docs if first[d] != second[d]]
    for d in wrong:
        print("differs:", d[0], os.path.relpath(d[1], data), first[d][0], second[d][0])
        if verbose:
            a, b = first[d][1], second[d][1]
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            print("  ", a[max(0, at - 150):at + 150], "\n  ", b[max(0, at - 150):at + 150])
    print(f"{len(docs)} documents twice: {len(wrong)} differ")
    return bool(wrong)


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("--bin", required=True)
    a.add_argument("--data", required=True)
    a.add_argument("--sample", type=int, default=0, help="documents a kind; 0: all")
    a.add_argument("--only", default="", help="documents whose path holds this")
    a.add_argument("--verbose", action="store_true", help="show where two answers part")
    o = a.parse_args()
    with tempfile.TemporaryDirectory() as state:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        config = os.path.join(state, "lensd.yaml")
        with open(config, "w", encoding="utf8") as f:
            f.write(f'state_dir: {state}/data\nhttp: {{listen: "127.0.0.1:{port}", service_keys: [{KEY}], announce: false}}\n'
                    "readers: {timeout: 120s}\nmqtt: {broker: none}\n")
        with open(os.path.join(state, "log"), "w") as log:
            daemon = subprocess.Popen([o.bin, "run", "-config", config], stderr=log, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            return differ(o, f"http://127.0.0.1:{port}")
        finally:
            daemon.terminate()
            daemon.wait()


if __name__ == "__main__":
    sys.exit(main())
