cimport cython

from gangland.chance cimport Random
from gangland.famiglia.position cimport (
    ACTIONS, PASS, PAY, SWEEP, TAKE, DuelPosition, copy, held, highest_rank, kinds, lowest, mix, note, word, worth,
)
from gangland.position cimport Position

cdef enum:
    ROBOT = 1
    NOWHERE = -1

cdef int[16] WANTED

cdef int street_card(int move) noexcept nogil

cdef class SoloPosition(DuelPosition):
    cdef public int level

    cpdef deal_solo(self, int first, bint jokers_with_pair, int level)

    @cython.locals(plain="int[4096]", n="int", i="int", card="int", place="int")
    cdef int legal(self, int* out) noexcept nogil
    @cython.locals(out="int[4096]", n="int")
    cdef int pick(self, Random random) noexcept nogil

    @cython.locals(move="int", card="int", place="int")
    cdef int guess(self, Random random) noexcept nogil
    @cython.locals(margin="int")
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(n="int", still="int", rank="int", missing="int")
    cdef int features(self, int seat, int* which, double* amount) noexcept nogil
    @cython.locals(state="word", i="int")
    cdef unsigned long long key(self) noexcept nogil

    @cython.locals(may_sweep="bint", rank="int", place="int")
    cdef int robot_move(self) noexcept nogil
    @cython.locals(card="int")
    cdef int at(self, int kind, int place) noexcept nogil
    @cython.locals(count="int", family="int")
    cdef int owned(self, int rank) noexcept nogil
    @cython.locals(place="int")
    cdef int leftmost(self, int rank) noexcept nogil
    @cython.locals(place="int")
    cdef int instead_of_a_1(self) noexcept nogil
    @cython.locals(best="int", place="int")
    cdef int dearest(self, int rank) noexcept nogil
    @cython.locals(left="word", i="int")
    cdef bint pile_beats(self, int points) noexcept nogil
    cdef void forget_order(self) noexcept nogil
    cdef void assign(self, Position other) noexcept nogil
