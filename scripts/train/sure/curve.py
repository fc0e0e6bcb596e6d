"""LightGBM's trees and the curves of confidences, as extract/trees and extract/find read them."""
import numpy as np


def forest(booster, places=4):
    """LightGBM's trees as extract/find/trees.go reads them."""
    out = []
    for t in booster.dump_model()["tree_info"]:
        f, th, left, right, leaf = [], [], [], [], []

        def walk(n):
            if "leaf_value" in n and "split_feature" not in n:
                leaf.append(round(n["leaf_value"], places))
                return ~(len(leaf) - 1)
            k = len(f)
            f.append(n["split_feature"]), th.append(float(np.float32(n["threshold"]))), left.append(0), right.append(0)
            left[k] = walk(n["left_child"])
            right[k] = walk(n["right_child"])
            return k
        walk(t["tree_structure"])
        out.append({"f": f, "t": [float(f"{v:.6g}") for v in th], "l": left, "r": right, "v": leaf})
    return out


def isotonic(p, y, least=40):
    """The monotone curve from raw to measured probabilities (pool adjacent violators), drawn towards less certainty: each
    pool counts one wrong and one right value more than it has."""
    from sklearn.isotonic import IsotonicRegression
    edges = np.quantile(p, np.linspace(0, 1, max(3, min(25, len(p) // least))))
    points = []
    for a, b in zip(edges[:-1], edges[1:]):
        k = (p >= a) & (p <= b)
        if k.sum():
            points.append((p[k].mean(), (y[k].sum() + 1) / (k.sum() + 2), k.sum()))
    q = np.array(points)
    fitted = IsotonicRegression().fit(q[:, 0], q[:, 1], q[:, 2]).predict(q[:, 0])
    return [[round(float(a), 5), round(float(b), 5)] for a, b in zip(q[:, 0], fitted)]
