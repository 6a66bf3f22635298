"""Compiles the kernel and the catalogues, and makes the page for a package index; all else is in pyproject.toml."""

import os
import re
import runpy
import sys
from contextlib import suppress
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/gangland")
FLAGS = "GANGLAND_CFLAGS"  # how the kernel is compiled, if not for speed
HOME = "GANGLAND_HOME"  # the address of the repository, for a package that is published
VERSION = runpy.run_path(str(SOURCE / "core" / "version.py"))["VERSION"]
STRICT = ["-ffp-contract=off", "-Wno-unused-function"]  # every sum is rounded as in Python, on any processor
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")
SLOW = """
==============================================================================
gangland is being installed with its SLOW kernel: about a hundred times slower.
No C compiler could build the fast one; `pip install -v` shows the error.
Install a C compiler and Python's headers, then (without what pip has kept):
pip install --force-reinstall --no-cache-dir gangland
==============================================================================
"""
kernel = runpy.run_path(str(SOURCE / "core" / "kernel.py"))


def kernel_extensions() -> list[Extension]:
    """The kernel to compile: nothing of it for an sdist, which has the sources as they are."""
    if [word for word in sys.argv[1:] if not word.startswith("-")] == ["sdist"]:
        return []
    sources = [str(path.relative_to(Path.cwd())) for path in kernel["sources"]()]
    flags = ["/O2"] if os.name == "nt" else [*os.environ.get(FLAGS, "-O3").split(), *STRICT]
    extensions = cythonize(
        [
            Extension(
                f"gangland.{module}",
                [str(SOURCE.joinpath(*module.split(".")).with_suffix(".py"))],
                depends=sources,
                define_macros=[("GANGLAND_SOURCE_HASH", f'"{kernel["source_hash"]()}"')],
                extra_compile_args=flags,
            )
            for module in kernel["MODULES"]
        ],
        compiler_directives={
            "annotation_typing": False,  # types come from the .pxd files alone
            "auto_pickle": False,  # it would let any state in, unchecked
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    )
    for extension in extensions:
        extension.optional = True  # without a compiler the same files run as they are
    return extensions


def compile_catalogues() -> None:
    for catalogue in SOURCE.glob("locales/*/LC_MESSAGES/*.po"):
        with catalogue.open("rb") as po, catalogue.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, read_po(po))


class BuildKernel(build_ext):
    """Builds the kernel, and says loudly if it could not be built."""

    def run(self) -> None:
        super().run()
        if not all(Path(self.get_ext_fullpath(extension.name)).exists() for extension in self.extensions):
            print(SLOW, file=sys.stderr)
            with suppress(OSError), Path("/dev/tty").open("w") as terminal:  # pip hides what a build says
                terminal.write(SLOW)


def readme() -> str:
    """The README as a package index shows it: links and pictures lead to the repository, or are left out."""
    home = os.environ.get(HOME, "").rstrip("/")

    def absolute(link: re.Match[str]) -> str:
        picture, text, path = link.groups()
        if not home:
            return "" if picture else text
        return f"{picture}[{text}]({home}/{'raw' if picture else 'blob'}/v{VERSION}/{path})"

    return LINK.sub(absolute, Path("README.md").read_text("utf-8"))


def addresses() -> dict[str, str]:
    """The links of the package, if the address of the repository is known."""
    home = os.environ.get(HOME, "").rstrip("/")
    pages = {
        "Source": "",
        "Documentation": "/tree/main/docs",
        "Changes": "/blob/main/CHANGELOG.md",
        "Issues": "/issues",
    }
    return {name: home + page for name, page in pages.items()} if home else {}


compile_catalogues()
setup(
    ext_modules=kernel_extensions(),
    cmdclass={"build_ext": BuildKernel},
    options={"build_ext": {"parallel": os.cpu_count()}},
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls=addresses(),
)
