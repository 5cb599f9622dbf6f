"""Building blocks of pictures: the page, text, colours, plane geometry, and PNG from SVG. Begin with `page`."""
