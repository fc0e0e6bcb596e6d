"""python3 -m unittest discover scripts/synth/page"""
import shutil, unittest

import numpy as np

import camera, vocabulary

HTML = """<div class="page"><div style="background:#000;color:#fff" data-f="bar">ABC</div><p style="width:120px" data-f="wrap">one two three four five six</p>
<div style="writing-mode:vertical-rl;height:80px" data-f="down">BUYER</div></div><div class="page" data-row="1"><i data-f="x">y</i></div>"""


class Pages(unittest.TestCase):
    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_fragments_and_fields(self):
        import shoot
        with shoot.Browser() as b:
            shot = b.shoot(HTML)
        self.assertEqual(len(shot.pages), 2)
        self.assertEqual([p.shape for p in shot.raster(96)], [(1123, 794, 3)] * 2)
        fields = shoot.fields_of(shot.pages[0])
        self.assertEqual(fields["wrap"][0]["value"], "one two three four five six")
        self.assertGreater(len(fields["wrap"][0]["boxes"]), 1)
        by = {f.data["f"]: f for f in shot.pages[0].fragments}
        self.assertTrue(by["bar"].reversed and shot.pages[0].areas[0].dark)
        self.assertEqual(by["down"].turn, 1)
        self.assertGreater(by["down"].box[3] - by["down"].box[1], by["down"].box[2] - by["down"].box[0])
        self.assertEqual(shot.pages[1].fragments[0].data, {"f": "x", "row": "1"})
        self.assertLess(shot.raster(96)[0][:20].mean(), 200, "grounds are printed")

    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_every_pixel_of_print_has_its_piece(self):
        import shoot
        with shoot.Browser() as b:
            shot = b.shoot(HTML[:HTML.index('<div class="page" data-row')], size=(400, 300))
            said, of = b.pieces(1.5)
        self.assertEqual(["ABC", "BUYER"], [said[0], said[-1]])
        self.assertEqual("one two three four five six", "".join(said[1:-1]))
        self.assertEqual(shot.raster(144)[0].shape[:2], of.shape)
        for number, piece in enumerate(said, 1):
            ys, xs = np.nonzero(of == number)
            self.assertGreater(len(xs), 20 * len(piece.split()), piece)
            inside = [f for f in shot.pages[0].fragments if f.text.strip() == piece.strip()][0].box
            self.assertTrue((xs / 1.5 > inside[0] - 1).all() and (xs / 1.5 < inside[2] + 1).all(), piece)
            self.assertTrue((ys / 1.5 > inside[1] - 1).all() and (ys / 1.5 < inside[3] + 1).all(), piece)

    def test_what_stands_on_a_bent_page_is_where_its_points_lead(self):
        import bends
        img = np.full((300, 240, 3), 255, np.uint8)
        img[100:140, 60:120] = 0
        for seed in range(12):
            out, h = camera.bent(img, np.random.default_rng(seed))
            q = np.array(camera.move([60, 100, 120, 140], h))
            inside, beside = q.mean(0), q.mean(0) + [0, 42]
            self.assertLess(int(out[int(inside[1]), int(inside[0])].mean()) + 60, int(out[int(beside[1]), int(beside[0])].mean()), seed)
            bend = bends.Bend(np.random.default_rng(seed), 300, 240)
            self.assertGreater(float(np.ptp(bend.rise)), 1, seed)

    def test_camera_keeps_the_homography(self):
        img = np.full((300, 200, 3), 255, np.uint8)
        img[100:140, 60:120] = 0
        for look in (camera.scan, camera.phone, camera.rough):
            out, h = look(img, np.random.default_rng(3))
            q = np.array(camera.move([60, 100, 120, 140], h))
            inside, beside = q.mean(0), q.mean(0) + [0, 40]
            self.assertLess(int(out[int(inside[1]), int(inside[0])].mean()) + 60, int(out[int(beside[1]), int(beside[0])].mean()), look.__name__)

    def test_a_shadow_lies_over_a_part(self):
        for seed in range(12):
            out = camera.shade(np.full((200, 300, 3), 240, np.uint8), np.random.default_rng(seed))
            self.assertEqual((200, 300, 3), out.shape)
            self.assertGreater(int(out.max()), 235, seed)
            self.assertLess(int(out.min()), 150, seed)

    def test_a_kernel_spreads_a_point_as_far_as_the_camera_moved(self):
        import blurs
        for seed in range(12):
            k = blurs.motion(np.random.default_rng(seed), 9)
            self.assertAlmostEqual(1, float(k.sum()), places=5)
            y, x = np.nonzero(k > 0.01)
            self.assertTrue(8 <= np.hypot(np.ptp(x), np.ptp(y)) <= 13, seed)
        k = blurs.defocus(3)
        self.assertAlmostEqual(1, float(k.sum()), places=5)
        self.assertAlmostEqual(np.pi * 9, float((k > k.max() / 2).sum()), delta=5)

    def test_a_blurred_picture_is_the_same_page_less_sharp(self):
        img = np.full((900, 1200, 3), 240, np.uint8)
        spots = np.kron(np.indices((60, 60)).sum(0) % 2, np.ones((6, 6)))
        img[300:660, 300:660] = 240 * spots[:, :, None]
        for seed in range(8):
            out = camera.smear(img, np.random.default_rng(seed))
            self.assertEqual(img.shape, out.shape)
            self.assertAlmostEqual(float(img.mean()), float(out.mean()), delta=3)
            self.assertLess(float(out[310:650, 310:650].std()), float(img[310:650, 310:650].std()) * 0.8, seed)

    def test_a_burnt_picture_is_white_for_the_most_part_and_dim_at_a_side(self):
        for seed in range(12):
            out = camera.burn(np.full((300, 400, 3), 200, np.uint8), np.random.default_rng(seed))
            self.assertGreater(float((out > 247).mean()), 0.45, seed)
            self.assertGreater(float((out < 235).mean()), 0.03, seed)

    def test_grain_is_everywhere_and_finer_than_letters(self):
        import cv2
        import grains
        for draw in (grains.noise, grains.halftone, grains.display):
            for seed in range(6):
                out = draw(np.random.default_rng(seed), 180, 240)
                self.assertEqual((180, 240), out.shape, draw.__name__)
                self.assertAlmostEqual(1, float(out.std()), places=2)
                self.assertLess(float(cv2.blur(out, (15, 15)).std()), 0.2, draw.__name__)
        for seed in range(12):
            out = camera.grain(np.full((300, 400, 3), 200, np.uint8), np.random.default_rng(seed))
            self.assertTrue(0.035 < float(out[:, :, 1].std() / out.mean()) < 0.15, seed)

    def test_a_veil_brings_black_near_to_paper(self):
        page = np.full((300, 400, 3), 240, np.uint8)
        page[100:200, 100:300] = 20
        for seed in range(12):
            out = camera.veil(page, np.random.default_rng(seed)).astype(float)
            paper, ink = out[:80].mean(), out[120:180, 120:280].mean()
            self.assertGreater(paper, 175, seed)
            self.assertTrue(20 < paper - ink < 115, (seed, paper - ink))

    def test_a_crease_crosses_the_paper(self):
        import creases
        for seed in range(12):
            out = creases.crease(np.full((300, 400, 3), 200, np.uint8), np.random.default_rng(seed)).astype(float)
            self.assertEqual((300, 400, 3), out.shape)
            odd = np.abs(out[:, :, 0] - np.median(out)) > 12
            self.assertGreater(max(odd.any(0).mean(), odd.any(1).mean()), 0.7, seed)

    def test_every_ground_has_detail(self):
        import grounds
        for draw in (grounds.grain, grounds.specks, grounds.weave, grounds.boards):
            for seed in range(6):
                out = draw(np.random.default_rng(seed), 180, 240)
                self.assertEqual((180, 240, 3), np.broadcast_shapes(out.shape, (1, 1, 3)), draw.__name__)
                self.assertGreater(float(np.std(out)), 1, draw.__name__)

    def test_words_and_ids(self):
        self.assertEqual(vocabulary.baht_words(8609870), "แปดหมื่นหกพันเก้าสิบแปดบาทเจ็ดสิบสตางค์")
        self.assertEqual(vocabulary.baht_words(2100), "ยี่สิบเอ็ดบาทถ้วน")
        self.assertEqual(vocabulary.baht_words(100000100), "หนึ่งล้านหนึ่งบาทถ้วน")
        a, b = vocabulary.Vocabulary(5), vocabulary.Vocabulary(5)
        self.assertEqual([a.person(), a.firm("en"), a.address()], [b.person(), b.firm("en"), b.address()])
        d = vocabulary.thai_id(a.r)
        self.assertEqual((11 - sum((13 - i) * int(x) for i, x in enumerate(d[:12])) % 11) % 10, int(d[12]))


if __name__ == "__main__":
    unittest.main()
