cimport cython

from gangland.core.chance cimport Random
from gangland.famiglia.position cimport (
    ACTIONS, PASS, PAY, SWEEP, TAKE, DuelPosition, copy, held, kinds, lowest, word, worth,
)
from gangland.core.position cimport Position

cdef enum:
    ROBOT = 1
    NOWHERE = -1

cdef int[16] WANTED

cdef int street_card(int move) noexcept nogil

cdef class SoloPosition(DuelPosition):
    cdef readonly int level

    cdef int _actions(self) noexcept nogil
    cdef _rules(self)

    @cython.locals(plain="int[4096]", n="int", i="int", card="int", place="int")
    cdef int _legal(self, int* out) noexcept nogil
    @cython.locals(out="int[4096]", n="int")
    cdef int _pick(self, Random random) noexcept nogil

    @cython.locals(may_sweep="bint", rank="int", place="int")
    cdef int _robot_move(self) noexcept nogil
    @cython.locals(card="int")
    cdef int _at(self, int kind, int place) noexcept nogil
    @cython.locals(count="int", family="int")
    cdef int _owned(self, int rank) noexcept nogil
    @cython.locals(place="int")
    cdef int _leftmost(self, int rank) noexcept nogil
    @cython.locals(place="int")
    cdef int _instead_of_a_1(self) noexcept nogil
    @cython.locals(best="int", place="int")
    cdef int _dearest(self, int rank) noexcept nogil
    @cython.locals(left="word", i="int")
    cdef bint _pile_beats(self, int points) noexcept nogil
    cdef void _forget_order(self) noexcept nogil
    cdef void _assign(self, Position other) noexcept nogil
