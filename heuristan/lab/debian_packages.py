"""Packages of Debian whose figures are corpora: fetched by their pinned versions, and checked by their digests.

Nothing is fetched unless a command asks for it. No byte of a package is read before its digest is checked.
"""

import io
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_bytes

WAIT = 60
"""Time limit for an answer, in seconds."""


class DebianPackage(NamedTuple):
    """A package of one version."""

    name: str
    version: str
    pool: str
    """Its place in the pool of a mirror."""
    size: int
    """In bytes."""
    sha1: str
    """Its name in Debian's archive of all versions."""
    sha256: str
    licence: str

    @property
    def file(self) -> str:
        return PurePosixPath(self.pool).name

    @property
    def places(self) -> tuple[str, str]:
        """Where it is: at a mirror while the version is current, and in the archive for good."""
        return (
            f"https://deb.debian.org/debian/pool/main/{self.pool}",
            f"https://snapshot.debian.org/file/{self.sha1}",
        )


GTANS = DebianPackage(
    "gtans",
    "1.99.0-2.1",
    "g/gtans/gtans_1.99.0-2.1_amd64.deb",
    159_144,
    "b679f7e87649a9aedc351b649fee25a3a0bac843",
    "24c55e9e7e17b5971a3ad0493f4dee77b8842ac0170058d342bfcca1bf207a11",
    "GPL-2+, 1999-2003 Philippe Banwarth",
)
PECES = DebianPackage(
    "glpeces-data",
    "5.2-3",
    "g/glpeces/glpeces-data_5.2-3_all.deb",
    2_324_416,
    "baf283fc90e80fe5513090921e82404fca68f8c3",
    "045c8ed7dfac8c215dd342253a5900d9274ca5febe0dc51d40fb56b1b3e3f6af",
    "GPL-2+, 2010-2016 Innocent De Marchi",
)


def content_of(package: DebianPackage, folder: Path | None = None) -> bytes:
    """Return a package whose digest is right: from a folder, or else fetched.

    Raises:
        InputError: if it cannot be had.
    """
    if folder is not None:
        return _checked(package, read_bytes(folder / package.file, package.size + 1), str(folder / package.file))
    faults = []
    for place in package.places:
        try:
            return _checked(package, _fetched(place, package.size), place)
        except (OSError, ValueError) as fault:  # of the network, and of what came
            faults.append(str(fault))
    raise InputError(
        f"{package.file} cannot be fetched ({'; '.join(faults)}); put it into a folder ('apt-get download "
        f"{package.name}={package.version}') and add --packages FOLDER; "
        "the corpus 'own' needs no network"
    )


def _fetched(place: str, size: int) -> bytes:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(place, timeout=WAIT) as answer:
            found: bytes = answer.read(size + 1)
            return found
    except HTTPException as fault:
        raise OSError(f"{place}: {fault!r}") from None


def _checked(package: DebianPackage, data: bytes, source: str) -> bytes:
    if sha256(data).hexdigest() != package.sha256:
        raise InputError(
            f"{source}: this is not {package.name} {package.version} (sha256 {package.sha256}); give that version"
        )
    return data


HEADER = 60
"""Number of bytes before each file of an archive."""


def files_in(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files that a package installs."""
    at = len(b"!<arch>\n")
    while at + HEADER <= len(package):
        name, size = package[at : at + 16].strip(), int(package[at + 48 : at + 58])
        if name.startswith(b"data.tar"):
            with tarfile.open(fileobj=io.BytesIO(package[at + HEADER : at + HEADER + size])) as archive:
                for member in archive:
                    if member.isfile():
                        with suppress(KeyError):
                            file = archive.extractfile(member)
                            yield member.name, file.read() if file else b""
            return
        at += HEADER + size + size % 2
