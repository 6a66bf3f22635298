"""Compiles the kernel and the catalogues; everything else is in pyproject.toml."""

import os
import runpy
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src/gangland")
FLAGS = "GANGLAND_CFLAGS"  # how the kernel is compiled, if not for speed
kernel = runpy.run_path(str(SOURCE / "core" / "kernel.py"))


def kernel_extensions() -> list[Extension]:
    sources = [str(path.relative_to(Path.cwd())) for path in kernel["sources"]()]
    flags = ["/O2"] if os.name == "nt" else [*os.environ.get(FLAGS, "-O3").split(), "-Wno-unused-function"]
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


compile_catalogues()
setup(ext_modules=kernel_extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
