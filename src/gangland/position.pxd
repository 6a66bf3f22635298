cimport cython

from gangland.chance cimport Random

cdef extern from *:
    const char* SOURCE_HASH "GANGLAND_SOURCE_HASH"

cdef enum:
    MOST_MOVES = 4096

cdef class Position:
    cdef public int turn
    cdef public int owed
    cdef public int ended
    cdef public int reshuffles

    cdef int legal(self, int* out) noexcept nogil
    cdef int pick(self, Random random) noexcept nogil
    cdef void apply(self, int move) noexcept nogil
    cdef void turn_up(self, int card) noexcept nogil
    cdef void roll(self, Random random) noexcept nogil
    cdef void assign(self, Position other) noexcept nogil
    cdef void forget_order(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil

    cdef int guess(self, Random random) noexcept nogil
    @cython.locals(i="int")
    cdef int weigh(self, int* moves, int n, int* weights) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    cdef int features(self, int seat, int* which, double* amount) noexcept nogil
    cdef int prospect(self, int seat) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil

    @cython.locals(decisions="int")
    cdef int playout(self, Random random) noexcept nogil

    @cython.locals(out="int[4096]", i="int", n="int")
    cpdef list moves(self)
    cpdef list bag_cards(self)
    cpdef push(self, int move)
    cpdef draw(self, int card)
    cpdef int score(self, int seat)
    cpdef double result(self, int seat)
    cpdef int random_move(self, Random random)

    @cython.locals(other="Position")
    cpdef Position copy(self)

    @cython.locals(random="Random", start="Position", scratch="Position", decisions="long long", _="long long")
    cpdef long long playouts(self, long long count, unsigned long long seed)

cdef class Sampler:
    cdef public int players
    cdef void sample(self, Position position, int seat, Random random) noexcept nogil
    cpdef imagine(self, Position position, int seat, Random random)
