"""What the room of pictures offers: formats of outlines, and pictures in Python and on the command line."""

from heuristan.tangram.outlines.formats import Format

ORDER = 1
FIRST_FORMATS = (Format("pieces as games place them", (), "heuristan.pictures.games.levels_of_games"),)
FORMATS = (
    Format(
        "pictures (PNG, JPEG, WebP, TIFF, BMP, PDF)",
        (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".pdf"),
        "heuristan.pictures.images",
        is_text=False,
        is_picture=True,
    ),
    Format("SVG", (".svg", ".svgz"), "heuristan.pictures.svg", is_text=False),
    Format("figures of gTans and Peces", (".figures", ".fig"), "heuristan.pictures.games.figure_files"),
)
PROVIDES = {
    "figures_of_games": "heuristan.pictures.games.figure_files:read",
    "SolvedPages": "heuristan.pictures.solved_pages:SolvedPages",
    "figure_on": "heuristan.pictures.solved_pages:figure_on",
    "read_with_sheet": "heuristan.pictures.images.picture_reader:read_with_sheet",
}
