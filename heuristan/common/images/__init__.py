"""Pictures from files, decoded with care. Begin with `loading`; it needs OpenCV, and PDFium for PDF files."""
