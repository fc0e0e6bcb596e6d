#!/usr/bin/env python3
"""How many pictures that are no labels are refused: others.py FILE… --url http://127.0.0.1:8080 --key KEY [--again 20]

Sends each picture to the label endpoint. Right is 400 with 'Cannot detect Parcel Label'. With --again the first ten that were
accepted, and ten others, are sent so many times: the answers have to be the same. Standard library only.
"""
import argparse, base64, collections, json, os, urllib.error, urllib.request


def ask(o, path):
    with open(path, "rb") as f:
        body = json.dumps({"image": base64.b64encode(f.read()).decode()}).encode()
    req = urllib.request.Request(o.url + "/shipping-label/v2", body, {"Content-Type": "application/json", "X-Service-Key": o.key})
    try:
        with urllib.request.urlopen(req, timeout=300) as res:
            return res.status, json.load(res)
    except urllib.error.HTTPError as e:
        return e.code, json.load(e)


def bare(answer):
    """The answer without what is the request's own."""
    return json.dumps({k: v for k, v in answer.items() if k != "request_id"}, sort_keys=True, ensure_ascii=False)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("files", nargs="+")
    a.add_argument("--url", default="http://127.0.0.1:8080")
    a.add_argument("--key", required=True)
    a.add_argument("--again", type=int, default=0)
    o = a.parse_args()
    sorts, taken, first = collections.defaultdict(lambda: [0, 0]), [], {}
    for k, path in enumerate(o.files, 1):
        status, answer = ask(o, path)
        first[path] = status, bare(answer)
        refused = status == 400 and "Cannot detect Parcel Label" in first[path][1]
        sort = sorts[os.path.basename(os.path.dirname(path))]
        sort[0], sort[1] = sort[0] + refused, sort[1] + 1
        if not refused:
            taken.append(path)
            print(f"{k}: {status} {path} {first[path][1][:600]}", flush=True)
    for name, (right, n) in sorted(sorts.items()):
        print(f"{name}: {right} of {n} refused")
    print(f"all: {sum(r for r, _ in sorts.values()) / len(o.files):.3f} of {len(o.files)}")
    if o.again:
        some = taken[:10] + [p for p in o.files if p not in taken][:10]
        odd = [p for p in some for _ in range(o.again - 1) if (lambda s, b: (s, bare(b)))(*ask(o, p)) != first[p]]
        print(f"sent {o.again} times: {len(some)} pictures, {len(set(odd))} answered otherwise", *sorted(set(odd)))


main()
