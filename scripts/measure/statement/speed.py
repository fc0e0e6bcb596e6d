"""How long ten pages take, as a scan and with their text layer, on one core and on two: python3 scripts/measure/statement/speed.py --bin bin/lensd

Draws a statement (scripts/synth/statement, which names what it needs), starts a daemon with one reader process on one core and
one with two on two, and asks both in turns. Tells seconds until the answer (the least and the median), processor seconds of the
daemon with its readers, the largest resident memory of a reader, and the ratio of two cores to one.
"""
import argparse, base64, json, os, socket, statistics, subprocess, sys, tempfile, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "synth", "statement"), os.path.join(HERE, "..", "passport")]
KEY = "speed-measure-key"


def draw(folder, seed, pages):
    """Writes scan.pdf and text.pdf of that many pages and returns their paths."""
    import pypdfium2
    import build, shoot
    with shoot.Browser() as b:
        for s in range(seed, seed + 50):
            a, html, _, printed = build.statement(s, False, 0.8, 30 * pages)
            if len(printed) >= pages:
                break
        shot = b.shoot(html, size=a.paper)
    shot.pages = shot.pages[:pages]
    images, dpi = build.pictures(shot, "scan", s, False)
    paths = [os.path.join(folder, n) for n in ("scan.pdf", "text.pdf")]
    open(paths[0], "wb").write(build.as_pdf(images[:pages], dpi))
    whole, some = pypdfium2.PdfDocument(shot.pdf), pypdfium2.PdfDocument.new()
    some.import_pages(whole, list(range(pages)))
    some.save(paths[1])
    print(f"seed {s}: {pages} pages, {sum(map(len, printed[:pages]))} rows, scan at {dpi} dpi, {os.path.getsize(paths[0]) >> 10} KiB")
    return paths


class Daemon:
    def __init__(self, binary, workers, cores, folder, nice):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        state = os.path.join(folder, f"state{workers}")
        cfg = state + ".yaml"
        open(cfg, "w").write(f"state_dir: {state}\nhttp: {{listen: '127.0.0.1:{port}', service_keys: ['{KEY}'], announce: false}}\n"
                             f"mqtt: {{broker: none}}\nreaders: {{workers: {workers}, timeout: 120s}}\n")
        self.url = f"http://127.0.0.1:{port}/bank-statement/v2"
        self.process = subprocess.Popen(["nice", "-n", str(nice), "taskset", "-c", cores, binary, "run", "-config", cfg], env={**os.environ, "OMP_THREAD_LIMIT": "1"}, stderr=open(state + ".log", "w"))

    def ask(self, path):
        """(status, seconds, processor seconds, pages)"""
        from peer import tree
        body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode()}).encode()
        for _ in range(200):
            used, start = tree(self.process.pid), time.monotonic()
            try:
                with urllib.request.urlopen(urllib.request.Request(self.url, body, {"Content-Type": "application/json", "x-service-key": KEY}), timeout=600) as r:
                    answer = json.load(r)
                    return r.status, time.monotonic() - start, tree(self.process.pid) - used, len(answer["data"])
            except urllib.error.HTTPError as e:
                raise SystemExit(f"{path}: {e.code} {e.read()[:300]}")
            except urllib.error.URLError:
                time.sleep(0.1)
        raise SystemExit("the daemon does not answer")

    def memory(self):
        """The largest resident memory that any reader had, in MB."""
        most = 0
        for p in os.listdir("/proc"):
            try:
                if p.isdigit() and int(open(f"/proc/{p}/stat").read().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                    most = max(most, *(int(line.split()[1]) for line in open(f"/proc/{p}/status") if line.startswith("VmHWM")))
            except (OSError, TypeError):
                pass
        return most / 1024


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--bin", default="bin/lensd")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--pages", type=int, default=10)
    p.add_argument("--times", type=int, default=3)
    p.add_argument("--cores", default="0,1")
    p.add_argument("--nice", type=int, default=0, help="of the daemons; below 0 where other work runs on the machine")
    p.add_argument("--keep", default="", help="folder of the drawn documents, which are drawn where it has none")
    o = p.parse_args()
    folder = tempfile.mkdtemp()
    paths = [os.path.join(o.keep or folder, n) for n in ("scan.pdf", "text.pdf")]
    if not all(map(os.path.exists, paths)):
        draw(o.keep or folder, o.seed, o.pages)
    daemons = [Daemon(o.bin, 1, o.cores.split(",")[0], folder, o.nice), Daemon(o.bin, 2, o.cores, folder, o.nice)]
    try:
        for d in daemons:
            d.ask(paths[1])  # compiles the PDF engine and loads it
            d.ask(paths[0])
        for path in paths:
            taken = [[d.ask(path) for d in daemons] for _ in range(o.times)]
            for i, d in enumerate(daemons):
                wall, cpu = [t[i][1] for t in taken], [t[i][2] for t in taken]
                print(f"{os.path.basename(path)} on {i + 1}: status {taken[0][i][0]}, {taken[0][i][3]} pages, {min(wall):.2f} s at least, {statistics.median(wall):.2f} median; "
                      f"processor {min(cpu):.2f} s at least, {statistics.median(cpu):.2f} median; largest reader {d.memory():.0f} MB")
            print(f"{os.path.basename(path)} two cores to one: {min(t[1][1] for t in taken) / min(t[0][1] for t in taken):.2f} of the least, "
                  f"median of turns {statistics.median(t[1][1] / t[0][1] for t in taken):.2f}")
    finally:
        for d in daemons:
            d.process.terminate()
            d.process.wait()


if __name__ == "__main__":
    main()
