"""Emblems of breweries that do not exist, simple enough for a label: mark(painter, x, y, size, colour)."""

import math

from .paint import ellipse_arc


def wave(p, x, y, size, colour):
    lines = []
    for row in (-0.5, 0, 0.5):
        points = [
            (x + size * t, y + size * (row + 0.2 * math.sin(t * 6.2)))
            for t in [i / 12 - 1 for i in range(25)]
        ]
        lines.append((points, size * 0.17))
    p.fill(p.mask(lines=lines), colour)


def fox(p, x, y, size, colour):
    """A fox's face: two ears, pale cheeks, a nose."""

    def polygon(points, side=1):
        return [(x + side * a * size, y + b * size) for a, b in points]

    face = [
        (-0.9, -1.05),
        (-0.32, -0.5),
        (0.32, -0.5),
        (0.9, -1.05),
        (0.92, -0.2),
        (1.05, 0.2),
        (0, 1),
        (-1.05, 0.2),
        (-0.92, -0.2),
    ]
    cheek = [(0.12, 0.86), (0.2, 0.3), (0.5, 0.12), (0.92, 0.2)]
    ear = [(0.8, -0.82), (0.46, -0.46), (0.8, -0.3)]
    p.fill(p.mask(polygons=[polygon(face)]), colour)
    p.fill(
        p.mask(polygons=[polygon(part, side) for part in (cheek, ear) for side in (-1, 1)]), (255, 246, 228)
    )
    eyes = [(x + side * size * 0.38, y - size * 0.06, size * 0.1, size * 0.12) for side in (-1, 1)]
    p.fill(p.mask(ellipses=[*eyes, (x, y + size * 0.86, size * 0.16, size * 0.13)]), (28, 16, 12))


def abbey(p, x, y, size, colour):
    """A tower between two roofs, under a star."""
    shapes = [
        [(-0.26, 0.9), (-0.26, -0.3), (0, -0.75), (0.26, -0.3), (0.26, 0.9)],
        [(-0.95, 0.9), (-0.95, 0.35), (-0.6, 0), (-0.2, 0.35), (-0.2, 0.9)],
        [(0.95, 0.9), (0.95, 0.35), (0.6, 0), (0.2, 0.35), (0.2, 0.9)],
    ]
    polygons = [[(x + a * size, y + b * size) for a, b in shape] for shape in shapes]
    polygons.append(_star(x, y - size * 1.0, size * 0.24))
    p.fill(p.mask(polygons=polygons), colour)


def moon(p, x, y, size, colour):
    disc = p.mask(ellipses=[(x, y, size, size)])
    p.fill(
        p.without(disc, p.mask(ellipses=[(x + size * 0.42, y - size * 0.2, size * 0.8, size * 0.8)])), colour
    )


def badger(p, x, y, size, colour):
    """A badger's face: pale, with two dark stripes."""
    p.fill(
        p.mask(
            ellipses=[
                (x - size * 0.62, y - size * 0.7, size * 0.26, size * 0.26),
                (x + size * 0.62, y - size * 0.7, size * 0.26, size * 0.26),
            ]
        ),
        colour,
    )
    head = [(-0.85, -0.5), (0, -0.95), (0.85, -0.5), (0.6, 0.35), (0, 1), (-0.6, 0.35)]
    p.fill(p.mask(polygons=[[(x + a * size, y + b * size) for a, b in head]]), (255, 250, 238))
    stripes = [[(s * 0.2, -0.85), (s * 0.72, -0.5), (s * 0.5, 0.3), (s * 0.14, 0.62)] for s in (-1, 1)]
    p.fill(p.mask(polygons=[[(x + a * size, y + b * size) for a, b in stripe] for stripe in stripes]), colour)
    p.fill(p.mask(ellipses=[(x, y + size * 0.85, size * 0.17, size * 0.14)]), colour)


def _star(x, y, size):
    radii = (size, size * 0.42)
    return [
        (x + radii[i % 2] * math.sin(i * math.pi / 5), y - radii[i % 2] * math.cos(i * math.pi / 5))
        for i in range(10)
    ]


def swimmer(p, x, y, size, colour):
    """A head and an arm above two waves."""
    p.fill(p.mask(ellipses=[(x + size * 0.3, y - size * 0.4, size * 0.26, size * 0.26)]), colour)
    arm = ellipse_arc(x - size * 0.15, y - size * 0.05, size * 0.5, size * 0.55, 190, 300)
    lines = [(arm, size * 0.2)]
    for row in (0.25, 0.68):
        lines.append(
            (
                [
                    (x + size * t, y + size * (row + 0.12 * math.sin(t * 9)))
                    for t in [i / 15 - 1 for i in range(31)]
                ],
                size * 0.17,
            )
        )
    p.fill(p.mask(lines=lines), colour)
