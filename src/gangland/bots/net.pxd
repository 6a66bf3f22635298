cimport cython
from libc.math cimport exp

from gangland.position cimport Position

cdef extern from *:
    """
    #include <stdlib.h>
    static double* new_net(long count) { return (double*) calloc(count, sizeof(double)); }
    """
    double* doubles "new_net"(long) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef enum:
    MOST_FEATURES = 512
    WIDE = 64
    NARROW = 32

cpdef long net_size(long inputs)

@cython.final
cdef class Net:
    cdef public int inputs
    cdef double* weights

    cpdef double judge(self, Position position, int seat)
    @cython.locals(n="int", i="int", j="int", row="long", start="long", amount="double", which="int[512]",
        amounts="double[512]", wide="double[64]", narrow="double[32]")
    cdef double value(self, Position position, int seat) noexcept nogil
    @cython.locals(n="int", i="int", which="int[512]", amounts="double[512]")
    cpdef list look(self, Position position, int seat)
