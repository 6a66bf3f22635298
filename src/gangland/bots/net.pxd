cimport cython
from libc.math cimport exp

from gangland.core.evaluator cimport MOST_FEATURES, Evaluator
from gangland.core.position cimport Position

cdef extern from *:
    """
    #include <stdlib.h>
    static double* new_net(long count) { return (double*) calloc(count, sizeof(double)); }
    """
    double* doubles "new_net"(long) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef enum:
    WIDE = 64
    NARROW = 32

@cython.final
cdef class Net:
    cdef readonly int inputs
    cdef double* weights

    cdef _check_suits(self, Evaluator evaluator)
    @cython.locals(n="int", i="int", j="int", row="long", start="long", amount="double", which="int[512]",
        amounts="double[512]", wide="double[64]", narrow="double[32]")
    cdef double _value(self, Evaluator evaluator, Position position, int seat) noexcept nogil
