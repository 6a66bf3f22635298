cimport cython

from gangland.core.position cimport Position
from gangland.core.python_position cimport PythonPosition

cdef inline unsigned char* bytes_of(unsigned char[::1] buffer) noexcept:
    return &buffer[0]

cdef class Encoding:
    cdef readonly int seats
    cdef readonly int agents
    cdef readonly int actions
    cdef readonly int size
    cdef readonly int version
    cdef readonly dict fields

    @cython.locals(table="Position", legal="int[4096]", i="int", n="int")
    cpdef list legal_actions(self, position)
    @cython.locals(table="Position", legal="int[4096]", out="unsigned char*", i="int")
    cpdef bytearray mask(self, position)
    @cython.locals(table="Position", legal="int[4096]", wanted="int", i="int")
    cpdef int move_of(self, position, action) except -1
    cdef Position _check(self, position)
    @cython.locals(n="int")
    cdef int _list(self, Position table, int* out) except -1
    cdef _describe(self, int seats, int agents, int actions, int version, dict fields)
    cdef bint _suits(self, Position position)
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept nogil
    cdef int _action(self, Position position, int move) noexcept nogil
    cdef int _move(self, Position position, int action) noexcept nogil
    cdef double _reward(self, Position position, int seat) noexcept nogil

cdef class ViewEncoding(Encoding):
    cdef readonly object game

    cdef bint _suits(self, Position position)
    @cython.locals(table="PythonPosition")
    cdef void _write(self, Position position, int seat, unsigned char* out, Py_ssize_t at) noexcept with gil
