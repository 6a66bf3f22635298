cimport cython

from gangland.core.chance cimport Random
from gangland.gangs.position cimport GangsPosition, card, held, word
from gangland.core.position cimport Position, Sampler

cdef extern from *:
    const double UNIT "(1.0 / 2147483648.0)"

cdef enum:
    MOST_KINDS = 168
    MOST_WORLDS = 19440
    DEAD_ENDS = 4

cdef double unit(Random random) noexcept nogil

cdef class Belief(Sampler):
    cdef int seat
    cdef GangsPosition seen
    cdef word deck
    cdef int deck_size
    cdef readonly int worlds
    cdef double total
    cdef int[4] deal_count
    cdef int[672] pair
    cdef int[672] third
    cdef double[672] fit
    cdef double[168] running
    cdef int[4] shown
    cdef int[8] pool
    cdef int[4] drawn
    cdef double[19440] cumulative
    cdef short[77760] world
    cdef double[625] odds

    @cython.locals(n="int", mask="int", last="int")
    cdef _list_kinds(self, int player, dict weights)
    @cython.locals(seat="int", kind="int", ways="double")
    cdef void _list_worlds(self, int other, int taken, double weight) noexcept nogil
    @cython.locals(digits="int", seat="int", home="int", other="int")
    cdef inline int _homes(self) noexcept nogil
    @cython.locals(hidden="int", ways="double", gang="int")
    cdef inline double _ways(self, int player, int kind) noexcept nogil
    @cython.locals(kind="int", hidden="int", gang="int")
    cdef inline void _move_hidden(self, int player, int step) noexcept nogil
    @cython.locals(table="GangsPosition", seen="GangsPosition", i="int", player="int")
    cdef bint _fits(self, Position position)
    cdef void _sample(self, Position position, int seat, Random random) noexcept nogil
    @cython.locals(world="int", player="int")
    cdef void _fill_in(self, GangsPosition position, int seat, Random random) noexcept nogil
    @cython.locals(player="int")
    cdef inline void _recall(self, int world) noexcept nogil
    @cython.locals(i="int")
    cdef void _hide_own(self, GangsPosition position) noexcept nogil
    @cython.locals(_="int", gang="int", taken="int", start="int", done="int", i="int", player="int")
    cdef bint _deal_as_seen_by(self, int seat, GangsPosition position, Random random) noexcept nogil
    @cython.locals(total="double", first="int", i="int", mark="double")
    cdef bint _draw_kind(self, int player, int taken, Random random) noexcept nogil
    @cython.locals(kind="int", i="int", gang="int")
    cdef void _give_alliances(self, GangsPosition position, int player) noexcept nogil
    @cython.locals(mark="double", low="int", last="int", middle="int")
    cdef inline int _draw_world(self, Random random) noexcept nogil
    @cython.locals(_="int", left="int", gang="int")
    cdef void _draw_influence(self, GangsPosition position, int other, Random random) noexcept nogil
