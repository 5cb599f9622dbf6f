"""What the room of pictures offers: two formats of outlines, and pictures in Python and on the command line."""

from heuristan.tangram.outlines.formats import Format

ORDER = 1
FORMATS = (
    Format(
        "pictures (PNG, JPEG, WebP, TIFF, BMP, PDF)",
        (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".pdf"),
        "heuristan.pictures.images",
        is_text=False,
        is_picture=True,
    ),
    Format("SVG", (".svg", ".svgz"), "heuristan.pictures.svg", is_text=False),
)
PROVIDES = {
    "SolvedPages": "heuristan.pictures.solved_pages:SolvedPages",
    "figure_on": "heuristan.pictures.from_python:figure_on",
    "recognition_sheet": "heuristan.pictures.images.overlay:recognition_sheet",
}
