"""Building blocks of pictures: the page, text, colours, plane geometry, PNG from SVG, and a plot of
intervals. Begin with `page`.
"""
