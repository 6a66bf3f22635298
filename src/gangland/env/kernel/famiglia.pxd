cimport cython

from gangland.env.encoding cimport Encoding
from gangland.famiglia.position cimport ACTIONS, DuelPosition, held, word
from gangland.famiglia.robot cimport NOWHERE, SoloPosition, street_card
from gangland.famiglia.small cimport SmallPosition
from gangland.core.position cimport Position

cdef class DuelEncoding(Encoding):
    cdef int robot_level

    cdef bint _suits(self, Position position)
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(i="int")
    cdef void _write_table(self, DuelPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.locals(card="int")
cdef void write_cards(word cards, unsigned char* out, Py_ssize_t at) noexcept nogil

cdef class SoloEncoding(DuelEncoding):
    cdef bint _suits(self, Position position)
    cdef int _action(self, Position position, int move) noexcept nogil
    @cython.locals(plain="int", card="int", copy="int", place="int")
    cdef int _number(self, SoloPosition table, int move) noexcept nogil
    cdef int _move(self, Position position, int action) noexcept nogil
    @cython.locals(plain="int", card="int", place="int", left="int")
    cdef int _with_place(self, SoloPosition table, int action) noexcept nogil
