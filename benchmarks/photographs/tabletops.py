"""Table tops that exist nowhere: wood, cloth, stone, plain boards, dark and light."""

from collections.abc import Callable

import cv2
import numpy as np

from photographs.samples import Array

Shape = tuple[int, int]
Random = np.random.Generator


def table_top(shape: Shape, random: Random) -> Array:
    """Return a table top of some kind, rows by columns, blue, green and red from 0 to 255."""
    kind = KINDS[int(random.integers(len(KINDS)))]
    return np.clip(kind(shape, random), 0, 255).astype(np.float32)


def noise(shape: Shape, sigma: tuple[float, float], random: Random) -> Array:
    """Return smooth noise of standard deviation 1, blurred by widths in pixels along x and y."""
    scale = max(1.0, min(sigma) / 3)
    small = (max(4, round(shape[1] / scale)), max(4, round(shape[0] / scale)))
    raw = random.normal(0, 1, (small[1], small[0])).astype(np.float32)
    soft = cv2.GaussianBlur(raw, (0, 0), max(0.3, sigma[0] / scale), sigmaY=max(0.3, sigma[1] / scale))
    large = cv2.resize(soft, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray((large - large.mean()) / max(1e-6, float(large.std())))


def _colour(tones: tuple[tuple[int, int, int], ...], random: Random) -> Array:
    """Return one of some colours, given as red, green and blue, a little changed."""
    red, green, blue = tones[int(random.integers(len(tones)))]
    return np.array([blue, green, red]) * random.uniform(0.85, 1.1) + random.normal(0, 4, 3)


WOODS = ((92, 58, 38), (140, 94, 58), (176, 130, 86), (206, 170, 126), (222, 192, 152), (60, 38, 28))
CLOTHS = ((36, 60, 110), (130, 30, 40), (40, 90, 60), (60, 60, 66), (200, 196, 186), (180, 160, 130), (24, 24, 28))
PLAINS = ((30, 30, 32), (70, 74, 80), (120, 122, 124), (160, 150, 140), (196, 196, 190), (110, 70, 60), (50, 70, 60))


def _wood(shape: Shape, random: Random) -> Array:
    tone = _colour(WOODS, random)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    turn = random.choice([0, np.pi / 2]) + random.normal(0, 0.15)
    across = x * np.cos(turn) + y * np.sin(turn) + noise(shape, (60, 60), random) * random.uniform(4, 14)
    rings = np.sin(across / random.uniform(5, 16)) + 0.6 * np.sin(across / random.uniform(1.5, 4))
    is_upright = abs(np.cos(turn)) > 0.7
    grain = noise(shape, (1.2, 40) if is_upright else (40, 1.2), random)
    board = random.uniform(180, 500)
    seam = np.exp(-(((across % board) - board / 2) ** 2) / 3)
    light = 1 + random.uniform(0.02, 0.08) * rings + random.uniform(0.02, 0.06) * grain
    return np.asarray(tone * (light - random.choice([0, 0.4]) * seam)[..., None])


def _cloth(shape: Shape, random: Random) -> Array:
    tone = _colour(CLOTHS, random)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    bend = noise(shape, (80, 80), random) * 3
    step = random.uniform(3, 7)
    weave = np.sin(2 * np.pi * (x + bend) / step) * np.sin(2 * np.pi * (y + bend) / step)
    folds = noise(shape, (150, 60), random)
    return np.asarray(tone * (1 + random.uniform(0.04, 0.14) * weave + 0.06 * folds)[..., None])


def _checked(shape: Shape, random: Random) -> Array:
    """Return a checked table cloth: stripes of a colour across stripes of it, on white."""
    tone, step = _colour(CLOTHS[:4], random), random.uniform(40, 130)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    turn = random.uniform(-0.4, 0.4)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    share = 0.5 * ((np.sin(2 * np.pi * u / step) > 0).astype(np.float32) + (np.sin(2 * np.pi * v / step) > 0))
    share = cv2.GaussianBlur(share, (0, 0), 1.2)[..., None]
    return np.asarray(share * tone + (1 - share) * np.array([205, 212, 214]))


def _stone(shape: Shape, random: Random) -> Array:
    tone = _colour(PLAINS, random)
    spots = 0.06 * noise(shape, (25, 25), random) + 0.07 * noise(shape, (4, 4), random)
    veins = np.exp(-((noise(shape, (50, 50), random) / 0.03) ** 2))
    return np.asarray(tone * (1 + spots + 0.15 * veins)[..., None])


def _plain(shape: Shape, random: Random) -> Array:
    return np.asarray(_colour(PLAINS, random) * (1 + 0.02 * noise(shape, (2, 2), random))[..., None])


KINDS: tuple[Callable[[Shape, Random], Array], ...] = (_wood, _wood, _cloth, _checked, _stone, _plain)
