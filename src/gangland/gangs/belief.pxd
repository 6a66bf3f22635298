cimport cython

from gangland.chance cimport Random
from gangland.gangs.position cimport GangsPosition, card, held
from gangland.position cimport Position, Sampler

cdef extern from *:
    const double UNIT "(1.0 / 2147483648.0)"

cdef enum:
    MOST_KINDS = 168
    PATIENCE = 200

cdef double unit(Random random) noexcept nogil

cdef class Belief(Sampler):
    cdef int seat
    cdef int players
    cdef int own_pair
    cdef int[4] kinds
    cdef int[672] pair
    cdef int[672] third
    cdef double[672] heap
    cdef int[8] pool
    cdef int[4] drawn

    @cython.locals(n="int", total="double", weight="double", mask="int", pair="int", last="int", gang="int")
    cdef list_kinds(self, int other, int shown, dict weights)
    cdef void sample(self, Position position, Random random) noexcept nogil
    @cython.locals(_="int", other="int", pair="int", i="int", gang="int")
    cdef void fill_in(self, GangsPosition position, Random random) noexcept nogil
    @cython.locals(_="int")
    cdef void settle_alliances(self, int* shown, Random random) noexcept nogil
    @cython.locals(
        left="int[8]", gang="int", taken="int", other="int", total="double", base="int", kind="int", hidden="int",
        possible="bint", weight="double")
    cdef bint draw_in_turn(self, int* shown, Random random) noexcept nogil
    @cython.locals(
        taken="int", odds="double", other="int", base="int", last="int", mark="double", low="int", middle="int",
        gang="int", rivals="int", rival="int")
    cdef bint draw_alliances(self, int* shown, Random random) noexcept nogil
    @cython.locals(_="int", left="int", gang="int")
    cdef void draw_influence(self, GangsPosition position, int other, Random random) noexcept nogil
