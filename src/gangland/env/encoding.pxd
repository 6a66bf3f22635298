cimport cython

from gangland.famiglia.position cimport ACTIONS as FAMIGLIA_ACTIONS
from gangland.famiglia.position cimport DuelPosition
from gangland.famiglia.position cimport held as copies_of
from gangland.famiglia.position cimport word
from gangland.famiglia.robot cimport NOWHERE, SoloPosition, street_card
from gangland.gangs.position cimport ACTIONS as GANGS_ACTIONS
from gangland.gangs.position cimport NOTHING, GangsPosition
from gangland.gangs.position cimport held as gang_count
from gangland.position cimport Position

cdef inline unsigned char* bytes_of(unsigned char[::1] buffer) noexcept:
    return &buffer[0]

cdef class Encoding:
    cdef readonly int seats
    cdef readonly int agents
    cdef readonly int actions
    cdef readonly int size
    cdef readonly dict fields

    cdef Position _check(self, position)
    cdef _describe(self, int seats, int agents, int actions, dict fields)
    cdef bint _suits(self, Position position)
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    cdef int _action(self, Position position, int move) noexcept nogil
    cdef int _move(self, Position position, int action) noexcept nogil
    cdef double _reward(self, Position position, int seat) noexcept nogil

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

cdef class GangsEncoding(Encoding):
    cdef bint _suits(self, Position position)
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(spot="int", i="int", deck="int")
    cdef void _write_table(self, GangsPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(i="int", gang="int")
    cdef void _write_player(self, GangsPosition table, int player, unsigned char* out, Py_ssize_t at) noexcept nogil
    @cython.locals(count="int", hidden="int", other="int", gang="int", i="int")
    cdef int _write_unseen(self, GangsPosition table, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.locals(gang="int")
cdef void write_gangs(unsigned int cards, unsigned char* out, Py_ssize_t at) noexcept nogil
