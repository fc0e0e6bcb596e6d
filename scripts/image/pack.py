"""Pack a root folder as an OCI archive of one layer: pack.py --root DIR --name N --version V --arch amd64 --out FILE.tar

The OCI image layout (github.com/opencontainers/image-spec, image-layout.md) in a tar file, as `podman load` and `docker load` take it.
The same root gives the same bytes: entries are sorted, and no time but those of the files is written.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import tarfile

EMPTY = ("proc", "sys", "dev", "run", "tmp")  # their contents belong to the machine that packs
MEDIA = "application/vnd.oci.image."


def layer(root, out):
    """Writes root as a gzipped tar; returns the digest of the tar and of the file, and the file's size."""
    plain = hashlib.sha256()

    class Both(io.RawIOBase):
        def write(self, b):
            plain.update(b)
            return packed.write(b)

        def writable(self):
            return True
    with open(out, "wb") as f, gzip.GzipFile("", "wb", 6, f, mtime=0) as packed:
        with tarfile.open(fileobj=Both(), mode="w|", format=tarfile.PAX_FORMAT) as tar:
            for folder, folders, files in os.walk(root):
                folders.sort()
                inside = os.path.relpath(folder, root)
                if inside in EMPTY:
                    folders[:], files = [], []
                for name in sorted(files) + [d for d in folders if os.path.islink(os.path.join(folder, d))]:
                    add(tar, os.path.join(folder, name), os.path.normpath(os.path.join(inside, name)))
                for name in folders:
                    if not os.path.islink(os.path.join(folder, name)):
                        add(tar, os.path.join(folder, name), os.path.normpath(os.path.join(inside, name)))
    with open(out, "rb") as f:
        file = hashlib.file_digest(f, "sha256")
    return "sha256:" + plain.hexdigest(), "sha256:" + file.hexdigest(), os.path.getsize(out)


def add(tar, path, name):
    info = tar.gettarinfo(path, name)
    if info is None:
        return  # a socket
    info.mtime, info.uname, info.gname = int(info.mtime), "", ""
    if info.isreg():
        with open(path, "rb") as f:
            tar.addfile(info, f)
    else:
        tar.addfile(info)


def config(arch, version, diff):
    """What a container of the image does when nothing else is said."""
    return {
        "architecture": arch, "os": "linux", "rootfs": {"type": "layers", "diff_ids": [diff]},
        "config": {
            "User": "lensd", "Entrypoint": ["/usr/bin/lensd"], "Cmd": ["run", "-config", "/etc/lensd/lensd.yaml"],
            "Env": ["PATH=/usr/bin:/bin", "OMP_THREAD_LIMIT=1", "CACHE_DIRECTORY=/var/cache/lensd"],
            "ExposedPorts": {"8080/tcp": {}, "1883/tcp": {}}, "Volumes": {"/var/lib/lensd": {}}, "WorkingDir": "/",
            # Docker's addition to the specification; podman takes that of the Compose file.
            "Healthcheck": {"Test": ["CMD", "/usr/bin/lensd", "health"], "Interval": 30 * 10**9, "Timeout": 15 * 10**9, "StartPeriod": 60 * 10**9, "Retries": 3},
            "Labels": {"org.opencontainers.image.title": "lensd", "org.opencontainers.image.version": version},
        },
        "history": [{"created_by": "scripts/image/build"}],
    }


def pack(root, name, version, arch, out):
    blob = out + ".layer"
    diff, digest, size = layer(root, blob)
    try:
        made = json.dumps(config(arch, version, diff), sort_keys=True).encode()
        manifest = json.dumps({
            "schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json",
            "config": {"mediaType": MEDIA + "config.v1+json", "digest": sha(made), "size": len(made)},
            "layers": [{"mediaType": MEDIA + "layer.v1.tar+gzip", "digest": digest, "size": size}],
        }, sort_keys=True).encode()
        index = json.dumps({"schemaVersion": 2, "manifests": [{
            "mediaType": MEDIA + "manifest.v1+json", "digest": sha(manifest), "size": len(manifest),
            "platform": {"architecture": arch, "os": "linux"},
            "annotations": {"org.opencontainers.image.ref.name": f"{name}:latest", "io.containerd.image.name": f"docker.io/library/{name}:latest"},
        }]}, sort_keys=True).encode()
        with tarfile.open(out, "w") as tar:
            text(tar, "oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
            text(tar, "index.json", index)
            for b in (made, manifest):
                text(tar, "blobs/sha256/" + sha(b)[7:], b)
            info = tarfile.TarInfo("blobs/sha256/" + digest[7:])
            info.size = size
            with open(blob, "rb") as f:
                tar.addfile(info, f)
    finally:
        os.remove(blob)


def sha(b):
    return "sha256:" + hashlib.sha256(b).hexdigest()


def text(tar, name, b):
    info = tarfile.TarInfo(name)
    info.size = len(b)
    tar.addfile(info, io.BytesIO(b))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("--root", "--name", "--version", "--arch", "--out"):
        p.add_argument(flag, required=True)
    o = p.parse_args()
    pack(o.root, o.name, o.version, o.arch, o.out)


if __name__ == "__main__":
    main()
