"""What the trainings of tree forests share: one set of options, and the form in which the trees ship."""
import numpy as np


def add_options(p, trees, leaves, out="the folder or file of the model"):
    """The options of every training of a forest. Nothing is resumed: the same rows and seed give the same trees within minutes."""
    p.add_argument("--out", required=True, help=out)
    p.add_argument("--seed", type=int, default=1, help="the same rows and seed give the same trees")
    p.add_argument("--trees", type=int, default=trees)
    p.add_argument("--leaves", type=int, default=leaves)


def arrays(booster, places, digits=None):
    """LightGBM's trees as extract/trees reads them: by node its feature, threshold and children, a child below zero being the leaf
    ~child; leaves to so many places, thresholds to so many digits, all of them where none are named."""
    return [tree(t["tree_structure"], places, digits) for t in booster.dump_model()["tree_info"]]


def tree(root, places, digits):
    out = {"f": [], "t": [], "l": [], "r": [], "v": []}

    def walk(n):
        if "split_feature" not in n:
            out["v"].append(round(n["leaf_value"], places))
            return ~(len(out["v"]) - 1)
        k = len(out["f"])
        threshold = float(np.float32(n["threshold"]))
        out["f"].append(n["split_feature"])
        out["t"].append(float(f"{threshold:.{digits}g}") if digits else threshold)
        out["l"].append(0)
        out["r"].append(0)
        out["l"][k] = walk(n["left_child"])
        out["r"][k] = walk(n["right_child"])
        return k
    walk(root)
    return out


def score(trees, x):
    """The sum of trees for each row, as extract/trees has it."""
    out = np.zeros(len(x))
    for t in trees:
        at = np.zeros(len(x), int) if t["f"] else np.full(len(x), -1)
        f, limit, left, right = (np.array(t[k]) for k in "ftlr")
        while (inner := np.flatnonzero(at >= 0)).size:
            k = at[inner]
            at[inner] = np.where(x[inner, f[k]] <= limit[k].astype(np.float32), left[k], right[k])
        out += np.array(t["v"])[~at]
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


def cautious(curve, raw, y, most):
    """Draws the curve below 0.8 where more than a share `most` of all values would else be sure and wrong: a wrong value that is
    taken for sure costs more than a right one that is looked at again."""
    order = np.argsort(-raw)
    above = np.cumsum(1 - y[order]) <= most * len(y)
    limit = float(raw[order][max(0, above.sum() - 1)])
    upper = float(np.interp(limit, [c[0] for c in curve], [c[1] for c in curve]))
    below = [[a, min(b, 0.79)] for a, b in curve if a < limit - 1e-4]
    return below + [[round(limit - 1e-4, 5), min(0.79, upper)], [round(limit, 5), upper]] + [[a, b] for a, b in curve if a > limit + 1e-4]
