#!/usr/bin/env python3
"""Draw the photos of the sample diary.

    python3 -m pip install Pillow
    python3 Resources/draw_sample_photos.py            # writes Resources/sample/photos/
    python3 Resources/draw_sample_photos.py --into DIR # writes them elsewhere, to compare

The photos are the project's own drawings: nothing in them was photographed or copied, and the breweries on
the labels do not exist. Drawing again with the same version of Pillow gives the same bytes; the stored ones
are from Pillow 13.0.

A photo's file name is the number of its beer's row in sample/beers.csv and its place in that beer's order,
both from 1. The row is looked up by name and day, so drawing again after rows have moved still finds the
right beers; files under numbers that are no longer used have to be removed by hand.
"""

import argparse
import csv
import io
import sys
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

sys.dont_write_bytecode = True

from drawing import close_ups, indoors, outdoors  # noqa: E402
from drawing.paint import Painter  # noqa: E402

HERE = Path(__file__).resolve().parent
LARGEST = 54_000  # bytes; keeps the whole sample under a megabyte

PORTRAIT, LANDSCAPE, SQUARE = (900, 1200), (1000, 750), (900, 900)

TAG_MAKE, TAG_MODEL, TAG_ORIENTATION, TAG_EXIF = 0x010F, 0x0110, 0x0112, 0x8769
TAG_TAKEN, TAG_TAKEN_OFFSET = 0x9003, 0x9011
SHOWN_TURNED_RIGHT = 6  # EXIF: turn the stored picture a quarter right to see it upright


@dataclass(frozen=True)
class Photo:
    """One photo of the beer `beer` drunk on `day`.

    `taken` is the local time, `hh:mm:ss`, and its distance from UTC if the camera knew; empty is unknown.
    """

    beer: str
    day: str
    order: int
    scene: object
    size: tuple
    taken: str = ""
    camera: str = ""
    format: str = "jpg"
    colours: int = 0  # of a PNG with a palette; 0 for one without
    turned: bool = False


POCKET, FOLDER = "Lumbeek Pocket 3", "Hazelmoor F2"

PHOTOS = (
    Photo("Grandad's Ladder", "2022-05-15", 1, indoors.stout_by_the_window, PORTRAIT, "13:12:40", POCKET),
    Photo("Elf Kromme Bruggen", "2022-07-02", 1, outdoors.tulip_at_the_canal, PORTRAIT, "16:47:05", POCKET),
    Photo("Ježek 11°", "2023-02-25", 1, close_ups.poster_mug, (600, 600), format="png"),
    Photo("Oude Torenvalk Kriek", "2023-05-06", 1, outdoors.kriek_in_the_sun, SQUARE),
    Photo("Sjøtåke", "2024-02-10", 1, outdoors.harbour_in_fog, LANDSCAPE, "15:38:21", POCKET),
    Photo("Proefplankje", "2024-10-12", 1, indoors.flight, LANDSCAPE, "17:03:55", FOLDER),
    Photo("Proefplankje", "2024-10-12", 2, indoors.flight_from_above, SQUARE, "17:04:30", FOLDER),
    Photo("Kelderlicht", "2024-12-14", 1, indoors.snifter_by_candle, PORTRAIT, "20:56:12", FOLDER),
    Photo("Kiwi Kölsch 🇳🇿", "2025-02-08", 1, outdoors.stange_at_the_sea, LANDSCAPE, "20:21:33+13:00", POCKET),
    Photo("Langste Dag", "2025-06-21", 1, outdoors.orchard_at_dusk, LANDSCAPE, "22:34:08", FOLDER),
    Photo("Zwembad", "2025-07-12", 1, close_ups.can_at_the_pool, (720, 720), format="png", colours=128),
    Photo("Weißer Dachs", "2025-09-20", 1, outdoors.shady_weizen, PORTRAIT, "16:11:47", POCKET, turned=True),
    Photo("Weißer Dachs", "2025-09-20", 2, outdoors.pretzel_and_hat, LANDSCAPE, "17:25:02", POCKET),
    Photo("Elverdonk 12", "2025-10-18", 1, indoors.goblet_and_bottle, PORTRAIT, "17:36:50+02:00", FOLDER),
    Photo("Elverdonk 12", "2025-10-18", 2, close_ups.label_of_the_abbey, SQUARE, "17:31:15+02:00", FOLDER),
    Photo("Elverdonk 12", "2025-10-18", 3, indoors.two_empty_goblets, LANDSCAPE, "19:02:28+02:00", FOLDER),
    Photo("파도 늦잠", "2025-11-02", 1, outdoors.pint_over_the_bay, PORTRAIT, "19:12:09+09:00", POCKET),
    Photo("月を待つ", "2025-11-07", 1, outdoors.moon_over_the_street, PORTRAIT, "19:45:00+09:00", POCKET),
    Photo("月を待つ", "2025-11-07", 2, outdoors.lanterns, LANDSCAPE, "19:31:18+09:00", POCKET),
    Photo("月を待つ", "2025-11-07", 3, close_ups.fox_bottle, PORTRAIT, "19:43:26+09:00", POCKET),
    Photo("月を待つ", "2025-11-07", 4, close_ups.moon_coaster, SQUARE),
    Photo("Kortste Dag", "2025-12-21", 1, indoors.snow_at_the_window, PORTRAIT, "20:18:44", FOLDER),
)


def main():
    parser = argparse.ArgumentParser(description="Draw the photos of the sample diary.")
    parser.add_argument(
        "--into", type=Path, default=HERE / "sample" / "photos", help="the folder to write to"
    )
    folder = parser.parse_args().into
    folder.mkdir(parents=True, exist_ok=True)
    rows = row_numbers(HERE / "sample" / "beers.csv")
    for photo in PHOTOS:
        name = f"{rows[photo.beer, photo.day]:03d}-{photo.order}.{photo.format}"
        data = encode(photo, draw(photo))
        (folder / name).write_bytes(data)
        print(f"{name}  {len(data):6,} bytes  {photo.beer}", file=sys.stderr)


def row_numbers(path):
    """The number of each beer's row, from 1, by name and day."""
    with path.open(newline="", encoding="utf-8") as file:
        return {(row["name"], row["drunk_at"][:10]): n for n, row in enumerate(csv.DictReader(file), 1)}


def draw(photo):
    painter = Painter(*photo.size, seed=photo.scene.__name__)
    photo.scene(painter)
    return painter.finished()


def encode(photo, picture):
    if photo.format == "png":
        return png(picture, photo.colours)
    if photo.turned:
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    return jpeg(picture, exif(photo))


def png(picture, colours):
    file = io.BytesIO()
    if colours:
        picture = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def jpeg(picture, metadata):
    """As good as needed, or what stays within LARGEST."""
    for quality in range(70, 40, -3):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=quality, optimize=True, exif=metadata)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()


def exif(photo):
    tags = Image.Exif()
    if photo.camera:
        tags[TAG_MAKE], tags[TAG_MODEL] = photo.camera.split(" ", 1)[0], photo.camera
    if photo.turned:
        tags[TAG_ORIENTATION] = SHOWN_TURNED_RIGHT
    details = tags.get_ifd(TAG_EXIF)
    time, offset = photo.taken[:8], photo.taken[8:]
    if time:
        details[TAG_TAKEN] = f"{photo.day.replace('-', ':')} {time}"
    if offset:
        details[TAG_TAKEN_OFFSET] = offset
    return tags.tobytes() if len(tags) else b""


if __name__ == "__main__":
    main()
