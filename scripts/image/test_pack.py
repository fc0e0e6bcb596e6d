"""python3 -m unittest discover scripts/image: the archive is what the OCI image layout asks for."""
import gzip
import hashlib
import io
import json
import os
import tarfile
import tempfile
import unittest

import pack


class Archives(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = os.path.join(self.folder.name, "root")
        os.makedirs(os.path.join(self.root, "usr/bin"))
        os.makedirs(os.path.join(self.root, "proc/1"))
        for path, mode in (("usr/bin/lensd", 0o755), ("proc/1/stat", 0o644)):
            with open(os.path.join(self.root, path), "w", encoding="utf-8") as f:
                f.write(path)
            os.chmod(os.path.join(self.root, path), mode)
        os.symlink("usr/bin", os.path.join(self.root, "bin"))

    def packed(self, name):
        out = os.path.join(self.folder.name, name)
        pack.pack(self.root, "lensd", "1.2", "amd64", out)
        with tarfile.open(out) as tar:
            return {m.name: tar.extractfile(m).read() for m in tar.getmembers()}

    def test_every_blob_is_named_by_its_digest_and_found(self):
        files = self.packed("a.tar")
        self.assertEqual(json.loads(files["oci-layout"]), {"imageLayoutVersion": "1.0.0"})
        blob = lambda d: files["blobs/sha256/" + d["digest"].removeprefix("sha256:")]
        entry = json.loads(files["index.json"])["manifests"][0]
        manifest = json.loads(blob(entry))
        for d in (entry, manifest["config"], *manifest["layers"]):
            self.assertEqual("sha256:" + hashlib.sha256(blob(d)).hexdigest(), d["digest"])
            self.assertEqual(len(blob(d)), d["size"])
        config = json.loads(blob(manifest["config"]))
        plain = gzip.decompress(blob(manifest["layers"][0]))
        self.assertEqual(config["rootfs"]["diff_ids"], ["sha256:" + hashlib.sha256(plain).hexdigest()])
        self.assertEqual(config["config"]["User"], "lensd")
        self.assertEqual(config["config"]["Healthcheck"]["Test"][1:], ["/usr/bin/lensd", "health"])
        with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
            members = {m.name: m for m in tar.getmembers()}
        self.assertEqual(members["usr/bin/lensd"].mode & 0o777, 0o755)
        self.assertEqual(members["bin"].linkname, "usr/bin")
        self.assertIn("proc", members)
        self.assertNotIn("proc/1/stat", members, "what the machine that packs has there")

    def test_the_same_root_gives_the_same_bytes(self):
        self.assertEqual(self.packed("a.tar"), self.packed("b.tar"))


if __name__ == "__main__":
    unittest.main()
