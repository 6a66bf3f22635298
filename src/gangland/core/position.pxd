cimport cython

from gangland.core.chance cimport Random, check_signals

cdef extern from *:
    const char* SOURCE_HASH "GANGLAND_SOURCE_HASH"

cdef enum:
    MOST_MOVES = 4096
    MOST_SEATS = 8
    PLAYOUTS_AT_ONCE = 1024

cdef class Position:
    cdef readonly int turn
    cdef readonly int owed
    cdef readonly int ended
    cdef readonly int reshuffles
    cdef bint _ready
    cdef readonly int _unknown

    cdef _check_ready(self)
    cdef _check_sound(self)
    cdef _check_known(self)
    cdef _check_mover(self)
    cdef int _check_seat(self, seat) except -1
    @cython.locals(other="Position")
    cdef Position _twin(self)
    @cython.locals(out="int[4096]", i="int", n="int")
    cdef list _moves(self)
    @cython.locals(out="int[4096]", i="int")
    cdef bint _is_legal(self, int move) noexcept nogil
    cdef bint _can_come(self, int card) noexcept nogil
    cdef _text(self)
    cdef _rules(self)
    cdef _pickled(self)

    cdef int _legal(self, int* out) noexcept nogil
    cdef int _pick(self, Random random) noexcept nogil
    cdef void _apply(self, int move) noexcept nogil
    cdef void _turn_up(self, int card) noexcept nogil
    cdef void _roll(self, Random random) noexcept nogil
    cdef void _assign(self, Position other) noexcept nogil
    cdef void _forget_order(self) noexcept nogil
    cdef int _points(self, int seat) noexcept nogil
    cdef int _seats(self) noexcept nogil
    cdef int _actions(self) noexcept nogil
    cdef double _returns(self, int seat) noexcept nogil

    @cython.locals(decisions="int")
    cdef int _playout(self, Random random) noexcept nogil

    cpdef list moves(self)
    cpdef list bag_cards(self)
    cpdef Position copy(self)
    @cython.locals(random="Random", start="Position", scratch="Position", decisions="long long", left="long long", n="int", _="int")
    cpdef playouts(self, count, seed)
    @cython.locals(random="Random", start="Position", scratch="Position", decisions="long long", left="long long", n="int", _="int",
        shares="double[8]", points="long long[8]", seat="int", seats="int")
    cpdef playout_results(self, count, seed)

cdef class Sampler:
    cdef readonly int players
    cdef bint _busy

    cdef void _sample(self, Position position, int seat, Random random) noexcept nogil
    cdef bint _fits(self, Position position)
