cimport cython

from gangland.core.chance cimport Random
from gangland.env.encoding cimport Encoding
from gangland.env.stepping cimport Dealer
from gangland.gangs.position cimport ACTIONS, NOTHING, GangsPosition, card, count_gangs, held, word
from gangland.core.position cimport Position

cdef class GangsEncoding(Encoding):
    cdef readonly int base

    cdef bint _suits(self, Position position)
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(spot="int", i="int", deck="int")
    cdef void _write_table(self, GangsPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(i="int", gang="int")
    cdef void _write_player(self, GangsPosition table, int player, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(spot="int", gang="int", i="int", other="int")
    cdef void _write_sides(self, GangsPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(i="int")
    cdef bint _is_known(self, GangsPosition table, int player, int gang) noexcept nogil
    @cython.locals(count="int", hidden="int", other="int", gang="int", i="int")
    cdef int _write_unseen(self, GangsPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.locals(gang="int")
cdef void write_gangs(unsigned int cards, unsigned char* out, Py_ssize_t at) noexcept nogil

cdef class GangsDealer(Dealer):
    cdef int influence_each

    cdef bint _deals(self, Encoding encoding)
    cdef void _deal(self, Position position, Random random) noexcept nogil
    @cython.locals(seat="int", _="int")
    cdef void _hand_out(self, GangsPosition table, Random random) noexcept nogil
    @cython.locals(free="int", i="int", gang="int", aside="word", seat="int")
    cdef void _give_alliances(self, GangsPosition table, Random random) noexcept nogil
    @cython.locals(seat="int", i="int")
    cdef void _give_few_alliances(self, GangsPosition table, Random random) noexcept nogil

cdef void take(GangsPosition table, int gang) noexcept nogil
@cython.locals(left="int", gang="int")
cdef int draw(GangsPosition table, Random random) noexcept nogil
