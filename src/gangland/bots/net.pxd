cimport cython
from libc.math cimport exp

from gangland.core.evaluator cimport MOST_FEATURES, EndgameEvaluator, Evaluator
from gangland.core.position cimport Position

cdef extern from *:
    """
    #include <stdlib.h>
    static double* new_net(long count) { return (double*) calloc(count, sizeof(double)); }
    static float* new_light_net(long count) { return (float*) calloc(count, sizeof(float)); }
    """
    double* doubles "new_net"(long) noexcept nogil
    float* floats "new_light_net"(long) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef enum:
    WIDE = 64
    NARROW = 32
    MOST_SEATS = 4
    UNIT = 10

@cython.final
cdef class Net:
    cdef readonly int inputs
    cdef readonly int seats
    cdef double* weights
    cdef float* light

    @cython.locals(eye="Evaluator", table="Position", out="double[8]")
    cpdef judge(self, evaluator, position, seat)
    @cython.locals(eye="Evaluator", table="Position", out="double[8]", i="int")
    cpdef list expect(self, evaluator, position, seat)
    cdef _check_seats(self, Position position)
    @cython.locals(n="int", i="int", j="int", row="long", start="long", weight="float", which="int[512]",
        amounts="double[512]", light="float[64]", narrow_light="float[32]", outputs="int", players="int", most="double",
        total="double")
    cdef void _expect(self, Evaluator evaluator, Position position, int seat, double* out) noexcept nogil
    @cython.locals(rest="double", i="int", worth="double")
    cdef double _worth(self, Evaluator evaluator, Position position, double* out, int place) noexcept nogil

    @cython.locals(inputs="int", fits="bint")
    cdef _check_suits(self, Evaluator evaluator)
    @cython.locals(n="int", i="int", j="int", row="long", start="long", amount="double", which="int[512]",
        amounts="double[512]", wide="double[64]", narrow="double[32]")
    cdef double _value(self, Evaluator evaluator, Position position, int seat) noexcept nogil
