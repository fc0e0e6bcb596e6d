"""Write the sheet of OCR-B characters from which the zone reader's tests draw their pictures.

    python3 scripts/synth/mrz/glyphs.py vision/mrz/testdata/ocrb.png

One row of cells in the order of ocrb.ALPHABET, each a pitch wide and two and a half high, dark on white.
"""
import sys

import cv2
import numpy as np

import ocrb

sheet = np.concatenate(list(ocrb.atlas("OCRB.otf", 0.0)), axis=1)
cv2.imwrite(sys.argv[1], np.round(255 * (1 - sheet)).astype(np.uint8))
