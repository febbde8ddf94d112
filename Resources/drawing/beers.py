"""What beers look like: the colour in the light, the colour in the shade, the foam."""

from dataclasses import dataclass

from .paint import rgb


@dataclass(frozen=True)
class Beer:
    light: tuple
    dark: tuple
    foam: tuple
    clear: bool = True  # lets light through, so it shows bubbles and throws its colour on the table


PALE = Beer(rgb("#ffdf6b"), rgb("#dc9414"), rgb("#fffbf0"))
GOLD = Beer(rgb("#ffc83c"), rgb("#c4720a"), rgb("#fff8e6"))
HAZY = Beer(rgb("#ffd870"), rgb("#e59a2a"), rgb("#fffaf0"), clear=False)
WHEAT = Beer(rgb("#ffce5e"), rgb("#d07f16"), rgb("#fffdf6"), clear=False)
AMBER = Beer(rgb("#f08a2c"), rgb("#8c3208"), rgb("#fff0d8"))
CHERRY = Beer(rgb("#f0405c"), rgb("#84082c"), rgb("#ffe0e4"))
QUAD = Beer(rgb("#9c4420"), rgb("#2e0c06"), rgb("#f0d8b0"))
BLACK = Beer(rgb("#4a2210"), rgb("#0c0503"), rgb("#ecd2a4"), clear=False)
