"""scripts/check-rooms catches an include that goes the wrong way."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CMAKE = """leeway_room(base LINK fmt::fmt)
leeway_room(types USES base)
leeway_room(catalog USES types LINK somewhere::base)
leeway_room(state USES base)
"""


def complaints(files):
    """What the check says of a src/ with these files; empty when it passes."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "src")
        for name, text in {"CMakeLists.txt": CMAKE, "base/text.h": "", "types/type.h": "",
                           "catalog/table.h": "", "state/store.h": "", **files}.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text)
        run = subprocess.run([sys.executable, ROOT / "scripts/check-rooms", folder],
                             capture_output=True, text=True)
        return run.stdout if run.returncode else ""


class Rooms(unittest.TestCase):
    def test_own_room_direct_and_transitive_doors_pass(self):
        text = '#include "catalog/table.h"\n#include "types/type.h"\n#include "base/text.h"\n'
        text += '#include <vector>\n#include "library.h"\n'
        self.assertEqual(complaints({"catalog/table.cpp": text}), "")

    def test_include_against_the_arrow(self):
        self.assertIn("base/text.cpp:2: base/ may not use types/",
                      complaints({"base/text.cpp": '\n#include "types/type.h"\n'}))

    def test_include_across(self):
        self.assertIn("may not use state/",
                      complaints({"catalog/deep/x.cpp": '  #  include "state/store.h"\n'}))

    def test_include_not_named_from_src(self):
        self.assertIn("type.h", complaints({"types/type.cpp": '#include "type.h"\n'}))
        self.assertIn("text.h", complaints({"types/type.cpp": '#include "../base/text.h"\n'}))

    def test_room_without_a_door_line(self):
        self.assertIn("attic", complaints({"attic/box.h": ""}))


if __name__ == "__main__":
    unittest.main()
