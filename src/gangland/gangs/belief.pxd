cimport cython

from gangland.chance cimport Random
from gangland.gangs.position cimport GangsPosition, card, held
from gangland.position cimport Position, Sampler

cdef extern from *:
    const double UNIT "(1.0 / 2147483648.0)"

cdef enum:
    MOST_KINDS = 90
    MOST_WORLDS = 19440

cdef double unit(Random random) noexcept nogil

cdef class Belief(Sampler):
    cdef int seat
    cdef int players
    cdef public int worlds
    cdef double total
    cdef int[4] kinds
    cdef int[360] pair
    cdef int[360] third
    cdef double[360] fit
    cdef int[4] shown
    cdef int[8] pool
    cdef int[4] drawn
    cdef double[19440] heap
    cdef short[77760] world
    cdef double[625] odds

    @cython.locals(n="int", mask="int", pair="int", last="int", gang="int")
    cdef list_kinds(self, int other, int own_pair, dict weights)
    @cython.locals(seat="int", kind="int", hidden="int", ways="double", gang="int")
    cdef void list_worlds(self, int other, int taken, double weight) noexcept nogil
    @cython.locals(digits="int", seat="int", home="int", other="int")
    cdef inline int homes(self) noexcept nogil
    cdef void sample(self, Position position, Random random) noexcept nogil
    @cython.locals(world="int", other="int", kind="int", i="int", gang="int")
    cdef void fill_in(self, GangsPosition position, Random random) noexcept nogil
    @cython.locals(mark="double", low="int", last="int", middle="int")
    cdef inline int draw_world(self, Random random) noexcept nogil
    @cython.locals(_="int", left="int", gang="int")
    cdef void draw_influence(self, GangsPosition position, int other, Random random) noexcept nogil
