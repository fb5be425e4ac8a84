"""scripts/setup refuses what the lock does not name, and needs no network for what is cached."""
import hashlib
import io
import os
import pathlib
import platform
import shutil
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def archive(files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    return data.getvalue()


LIBRARY = archive({"package/libduckdb.so": "library", "package/LICENSE": "licence"})
HEADER = archive({"package/duckdb.h": "header"})
# An npm that packs ./<name>.tgz of a folder, and leaves a line in `asked`.
NPM = """#!/bin/sh
for last; do :; done
echo "$last" >>"$SHELF/asked"
cp "$SHELF/${last%@*}.tgz" .
"""


class Setup(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.shelf = self.top / "shelf"
        (self.shelf / "bin").mkdir(parents=True)
        (self.shelf / "bin/npm").write_text(NPM)
        (self.shelf / "bin/npm").chmod(0o755)
        (self.shelf / "library.tgz").write_bytes(LIBRARY)
        (self.shelf / "header.tgz").write_bytes(HEADER)
        self.clone = self.new_clone("one")

    def new_clone(self, name):
        clone = self.top / name
        (clone / "scripts").mkdir(parents=True)
        (clone / "cmake").mkdir()
        shutil.copy(ROOT / "scripts/setup", clone / "scripts/setup")
        (clone / "cmake/packages.apt").write_text("# none\n")
        (clone / "cmake/packages.lock").write_text(
            f"duckdb {platform.machine()} library 1.0 {hashlib.sha256(LIBRARY).hexdigest()}"
            " package/libduckdb.so package/LICENSE\n"
            "duckdb other-machine nothing 1.0 0 package/x\n"
            f"duckdb any header 1.0 {hashlib.sha256(HEADER).hexdigest()} package/duckdb.h\n")
        return clone

    def run_setup(self, clone=None):
        environment = {**os.environ, "SHELF": str(self.shelf), "LEEWAY_DUCKDB_DIR": "",
                       "XDG_CACHE_HOME": str(self.top / "cache"),
                       "PATH": f"{self.shelf}/bin:{os.environ['PATH']}"}
        return subprocess.run([(clone or self.clone) / "scripts/setup", "build"], text=True,
                              capture_output=True, env=environment)

    def unpacked(self, clone=None):
        folder = (clone or self.clone) / "third_party"
        return sorted(str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file())

    def asked(self):
        return (self.shelf / "asked").read_text().split()

    def test_unpacks_the_named_files_and_asks_once(self):
        run = self.run_setup()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.unpacked(), ["duckdb/.lock", "duckdb/LICENSE", "duckdb/duckdb.h",
                                           "duckdb/libduckdb.so"])
        again = self.run_setup()
        self.assertEqual((again.returncode, again.stdout), (0, ""))
        self.assertEqual(self.asked(), ["library@1.0", "header@1.0"])

    def test_a_second_clone_asks_for_nothing(self):
        self.run_setup()
        second = self.new_clone("two")
        self.assertEqual(self.run_setup(second).returncode, 0)
        self.assertEqual(self.unpacked(second), self.unpacked())
        self.assertEqual(len(self.asked()), 2)

    def test_a_wrong_digest_stops_and_leaves_nothing(self):
        (self.shelf / "header.tgz").write_bytes(archive({"package/duckdb.h": "other"}))
        run = self.run_setup()
        self.assertEqual(run.returncode, 1)
        self.assertIn("sha256", run.stderr)
        self.assertEqual(list((self.clone / "third_party").iterdir()), [])
        self.assertEqual([f.name for f in (self.top / "cache/leeway/packages").iterdir()],
                         ["library-1.0.tgz"])

    def test_a_damaged_cache_is_fetched_again(self):
        self.run_setup()
        (self.top / "cache/leeway/packages/header-1.0.tgz").write_text("damaged")
        second = self.new_clone("two")
        self.assertEqual(self.run_setup(second).returncode, 0)
        self.assertEqual(self.asked()[2:], ["header@1.0"])

    def test_a_new_digest_in_the_lock_replaces_the_folder(self):
        self.run_setup()
        changed = archive({"package/duckdb.h": "newer"})
        (self.shelf / "header.tgz").write_bytes(changed)
        lock = self.clone / "cmake/packages.lock"
        lock.write_text(lock.read_text().replace(hashlib.sha256(HEADER).hexdigest(),
                                                 hashlib.sha256(changed).hexdigest()))
        self.assertEqual(self.run_setup().returncode, 0)
        self.assertEqual((self.clone / "third_party/duckdb/duckdb.h").read_text(), "newer")


if __name__ == "__main__":
    unittest.main()
