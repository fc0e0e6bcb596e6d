#!/usr/bin/env python3
"""Measure a station from the parcel's rest to the message: station.py --bin bin/lensd DIR [--parcels 20] [--burst 20] [--core 1] [--workers 1]

Starts a daemon with one station (an http camera that this script plays, trigger settle, the embedded broker) and
lays the pictures of DIR/files before it one by one, an empty desk between them, 1600 pixels wide. A parcel counts as settled
400 ms after its first picture. With --burst N, N clients send labels over the LAN at once, again and again, while the station
works. Prints the seconds from settle to MQTT publication, the readings, what the burst was answered and the memory of
the daemon and its workers. --core pins the daemon and its workers to one core. Needs Pillow, numpy and mosquitto_sub.
"""
import argparse, base64, collections, http.server, io, json, os, random, statistics, subprocess, tempfile, threading, time, urllib.error, urllib.request

import numpy as np
from PIL import Image

WIDTH, HEIGHT, KEY, SETTLE = 1600, 1200, "measure-key", 0.4
now = {"jpeg": b"", "asked": 0}


class Camera(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        now["asked"] += 1
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.end_headers()
        self.wfile.write(now["jpeg"])

    def log_message(self, *_):
        pass


def jpeg(a):
    out = io.BytesIO()
    Image.fromarray(a).save(out, "JPEG", quality=90)
    return out.getvalue()


def desk(noise):
    grain = noise.normal(0, 3, (HEIGHT, WIDTH, 1))
    return np.clip(np.array([96, 74, 52]) + grain, 0, 255).astype(np.uint8)


def laid(path, noise):
    """A desk with a picture on it, as large as it fits."""
    img = Image.open(path).convert("RGB")
    img.thumbnail((int(WIDTH * 0.9), int(HEIGHT * 0.94)))
    a = desk(noise)
    x, y = (WIDTH - img.width) // 2, (HEIGHT - img.height) // 2
    a[y:y + img.height, x:x + img.width] = np.array(img)
    return jpeg(a)


def config(folder, camera, port, mqtt, workers):
    path = os.path.join(folder, "lensd.yaml")
    with open(path, "w") as f:
        f.write(f"""state_dir: {folder}/state
http: {{listen: "127.0.0.1:{port}", service_keys: [{KEY}], announce: false}}
mqtt: {{broker: embedded, listen: "127.0.0.1:{mqtt}"}}
readers: {{workers: {workers}, timeout: 60s}}
stations:
  - name: desk
    kind: shipping-label
    camera: {{source: http, url: "http://127.0.0.1:{camera}/", interval: 100ms}}
    trigger: {{settle: true}}
""")
    return path


def listen(mqtt, heard):
    p = subprocess.Popen(["mosquitto_sub", "-p", str(mqtt), "-t", "+/+/desk/reading"], stdout=subprocess.PIPE, text=True)
    def read():
        for line in p.stdout:
            heard.append((time.time(), json.loads(line)))
    threading.Thread(target=read, daemon=True).start()
    return p


def family(pid):
    """Resident memory of a process and of its children, in MB, and their CPU seconds."""
    ids = [pid] + [int(x) for x in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()]
    rss, cpu = [], 0.0
    for i in ids:
        try:
            status = dict(l.split(":", 1) for l in open(f"/proc/{i}/status"))
            stat = open(f"/proc/{i}/stat").read().rsplit(") ", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        rss.append(int(status["VmRSS"].split()[0]) / 1024)
        cpu += (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
    return rss, cpu


def client(url, bodies, answers, until):
    while time.time() < until[0]:
        req = urllib.request.Request(url, random.choice(bodies), {"Content-Type": "application/json", "x-service-key": KEY})
        try:
            answers["%d" % urllib.request.urlopen(req, timeout=120).status] += 1
        except urllib.error.HTTPError as e:
            answers["%d%s" % (e.code, " with Retry-After" if e.headers.get("Retry-After") else "")] += 1
            time.sleep(min(5.0, float(e.headers.get("Retry-After") or 0)))
        except OSError as e:
            answers[type(e).__name__] += 1


def wait(what, seconds):
    until = time.time() + seconds
    while not what():
        if time.time() > until:
            return False
        time.sleep(0.02)
    return True


def quantile(v, q):
    return sorted(v)[min(len(v) - 1, int(q * len(v)))]


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("folder")
    a.add_argument("--bin", required=True)
    a.add_argument("--parcels", type=int, default=20)
    a.add_argument("--burst", type=int, default=0)
    a.add_argument("--workers", type=int, default=1)
    a.add_argument("--core", type=int, default=-1)
    a.add_argument("--port", type=int, default=18190)
    o = a.parse_args()
    noise = np.random.default_rng(7)
    files = [os.path.join(o.folder, "files", f) for f in sorted(os.listdir(os.path.join(o.folder, "files"))) if f.endswith((".png", ".jpg"))]
    empty, parcels = jpeg(desk(noise)), [laid(f, noise) for f in files[:o.parcels]]
    now["jpeg"] = empty
    threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", o.port + 1), Camera).serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        cfg = config(folder, o.port + 1, o.port, o.port + 2, o.workers)
        pin = ["taskset", "-c", str(o.core)] if o.core >= 0 else []
        log = open(os.path.join(folder, "log"), "w")
        daemon = subprocess.Popen(pin + [o.bin, "run", "-config", cfg], stdout=log, stderr=log, env=dict(os.environ, OMP_THREAD_LIMIT="1"))
        heard, delays, cpus, missed, top = [], [], [], 0, (0, 0)
        sub = None
        try:
            if not wait(lambda: now["asked"] > 10, 60):
                raise SystemExit("the daemon does not ask for pictures:\n" + open(log.name).read()[-2000:])
            sub = listen(o.port + 2, heard)
            time.sleep(3)
            answers, until = collections.Counter(), [time.time() + 3600]
            bodies = [json.dumps({"image": base64.b64encode(open(f, "rb").read()).decode()}).encode() for f in files]
            clients = [threading.Thread(target=client, args=(f"http://127.0.0.1:{o.port}/shipping-label/v2", bodies, answers, until), daemon=True) for _ in range(o.burst)]
            for c in clients:
                c.start()
            for p in parcels:
                n, (_, before), began = len(heard), family(daemon.pid), time.time()
                now["jpeg"] = p
                if wait(lambda: len(heard) > n, 60):
                    delays.append(heard[n][0] - began - SETTLE)
                    cpus.append(family(daemon.pid)[1] - before)
                else:
                    missed += 1
                rss, _ = family(daemon.pid)
                top = (max(top[0], rss[0]), max(top[1], max(rss[1:], default=0)))
                now["jpeg"] = empty
                time.sleep(1.2)
            until[0] = 0
            for c in clients:
                c.join(60)
        finally:
            daemon.terminate()
            daemon.wait(30)
            if sub:
                sub.terminate()
        print(f"parcels {len(parcels)} readings {len(heard)} missed {missed} accepted {sum(r['accepted'] for _, r in heard)}")
        if delays:
            print(f"settle to MQTT: p50 {statistics.median(delays):.2f} s, p95 {quantile(delays, 0.95):.2f} s, most {max(delays):.2f} s")
            print(f"CPU from lying down to message, camera and settling included: p50 {statistics.median(cpus):.2f} s, p95 {quantile(cpus, 0.95):.2f} s")
        print(f"memory: daemon {top[0]:.0f} MB, largest worker {top[1]:.0f} MB")
        if o.burst:
            print("burst:", dict(answers))


if __name__ == "__main__":
    main()
