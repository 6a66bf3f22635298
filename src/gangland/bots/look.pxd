cimport cython

from gangland.core.evaluator cimport Evaluator
from gangland.core.position cimport MOST_MOVES, Position

cdef extern from *:
    """
    #include <stdlib.h>
    static double* new_factors(long count) { return (double*) calloc(count, sizeof(double)); }
    static inline int whole_part(double number) { return (int) number; }
    """
    double* factors "new_factors"(long) noexcept nogil
    int whole_part(double) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef enum:
    HEAVIEST = 4096

@cython.final
cdef class Look:
    cdef readonly int inputs
    cdef double* factors

    @cython.locals(eye="Evaluator", table="Position", moves="int[4096]", weights="int[4096]", n="int", i="int")
    cpdef list weights(self, evaluator, position)
    cdef _check_suits(self, Evaluator evaluator)
    @cython.locals(i="int", likely="double[4096]", best="double", scale="double", total="int")
    cdef int _weigh(self, Evaluator evaluator, Position position, int* moves, int n, int* weights) noexcept nogil
