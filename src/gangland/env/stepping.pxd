cimport cython

from gangland.core.chance cimport Random, check_signals
from gangland.env.encoding cimport Encoding, bytes_of
from gangland.core.position cimport Position
from gangland.core.python_position cimport PythonPosition

ctypedef unsigned long long state_word

cdef extern from *:
    """
    #include <stdlib.h>
    static int* zeros(long count) { return (int*) calloc(count, sizeof(int)); }
    """
    int* ints "zeros"(long) noexcept nogil
    void* allocate "malloc"(size_t) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef inline int* ints_of(int[::1] buffer) noexcept:
    return &buffer[0]

cdef inline float* floats_of(float[::1] buffer) noexcept:
    return &buffer[0]

cdef inline state_word* words_of(state_word[::1] buffer) noexcept:
    return &buffer[0]

cdef inline void** pointers_to(list games) noexcept:
    cdef void** pointers = <void**> allocate(len(games) * sizeof(void*))
    cdef int i
    for i in range(len(games)):
        pointers[i] = <void*> games[i]
    return pointers

cdef enum:
    MOST_LISTED = 64
    AT_ONCE = 4096

cdef class Dealer:
    cdef list kept
    cdef void** starts
    cdef int count

    cdef bint _deals(self, Encoding encoding)
    cdef void _deal(self, Position position, Random random) noexcept nogil

@cython.locals(i="Py_ssize_t")
cdef void wipe(unsigned char* out, Py_ssize_t start, Py_ssize_t count) noexcept nogil

@cython.final
cdef class Stepper:
    cdef Encoding encoding
    cdef Dealer dealer
    cdef Random random
    cdef tuple kept
    cdef int count
    cdef bint busy
    cdef void** games
    cdef int* legal_counts
    cdef int* legal_actions
    cdef state_word* states
    cdef state_word* dice
    cdef unsigned char* observations
    cdef unsigned char* masks
    cdef int* turns
    cdef float* rewards
    cdef unsigned char* dones
    cdef int[4096] legal

    cdef _check_free(self)
    cdef void _begin(self, int i) noexcept nogil
    @cython.locals(j="int")
    cdef bint _allows(self, Position position, int i, int action) noexcept nogil
    @cython.locals(chosen="int*", i="int")
    cpdef first_illegal(self, actions)
    @cython.locals(chosen="int*", i="int", start="int", end="int")
    cpdef step(self, actions)
    @cython.locals(chosen="int*", i="int", start="int", end="int")
    cpdef pick(self, actions)
    @cython.locals(i="int")
    cpdef Position position(self, number)
    cdef inline Py_ssize_t _row(self, Py_ssize_t i, Py_ssize_t width) noexcept nogil
    @cython.locals(agents="int", seat="int")
    cdef void _play(self, Position position, int i, int action) noexcept nogil
    cdef void _restart(self, Position position) noexcept nogil
    cdef void _run_on(self, Position position) noexcept nogil
    @cython.locals(size="int", seen="Py_ssize_t")
    cdef void _show(self, Position position, int i) noexcept nogil
    @cython.locals(j="int", n="int", action="int")
    cdef void _show_legal(self, Position position, int i, Py_ssize_t mask) noexcept nogil
    cdef int _pick_one(self, Position position) noexcept nogil
