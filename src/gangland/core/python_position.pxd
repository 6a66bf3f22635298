cimport cython

from gangland.core.chance cimport Random
from gangland.core.position cimport MOST_MOVES, Position, Sampler

cdef enum:
    MOST_SEATS = 4
    BROKEN = -1

cdef class PythonPosition(Position):
    cdef readonly object game
    cdef int seats
    cdef int actions
    cdef object error

    cdef _fail(self, error)
    cdef list _list_moves(self)

    cdef _check_sound(self)
    cdef list _moves(self)
    @cython.locals(other="PythonPosition")
    cdef Position _twin(self)
    cdef _text(self)
    cdef _rules(self)
    cdef _pickled(self)
    cdef int _seats(self) noexcept nogil
    cdef int _actions(self) noexcept nogil

    cdef bint _is_legal(self, int move) noexcept with gil
    cdef bint _can_come(self, int card) noexcept with gil
    @cython.locals(n="int")
    cdef int _legal(self, int* out) noexcept with gil
    cdef int _pick(self, Random random) noexcept with gil
    cdef void _apply(self, int move) noexcept with gil
    cdef void _turn_up(self, int card) noexcept with gil
    cdef void _roll(self, Random random) noexcept with gil
    @cython.locals(twin="PythonPosition")
    cdef void _assign(self, Position other) noexcept with gil
    cdef int _points(self, int seat) noexcept with gil
    cdef double _returns(self, int seat) noexcept with gil

cdef class PythonSampler(Sampler):
    cdef bint _fits(self, Position position)
    @cython.locals(table="PythonPosition")
    cdef void _sample(self, Position position, int seat, Random random) noexcept with gil
