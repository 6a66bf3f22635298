from gangland.famiglia.position cimport DuelPosition, copy, word
from gangland.core.position cimport Position

cdef extern from *:
    const word DECK_24 "000123001230012300123ULL"
    const word DECK_12 "000000001230000000123ULL"

cdef enum:
    LAID_OUT = 3

cdef class SmallPosition(DuelPosition):
    cdef readonly int cards

    cdef _rules(self)
    cdef word _deck(self) noexcept nogil
    cdef int _laid_out(self) noexcept nogil
    cdef void _assign(self, Position other) noexcept nogil
