cimport cython
from libc.math cimport exp

from gangland.core.evaluator cimport MOST_FEATURES, EndgameEvaluator, Evaluator
from gangland.core.position cimport Position

cdef extern from *:
    """
    #include <stdlib.h>
    static double* new_net(long count) { return (double*) calloc(count, sizeof(double)); }
    static float* new_light_net(long count) { return (float*) calloc(count, sizeof(float)); }

    /* Layers, built twice: for any processor, and for those that add four doubles or eight floats at once. Sums stay
       in registers, so many at once. Nothing joins a product and a sum into one rounding, so all give the same. */
    #define AT_ONCE 16
    #define LAYER(name, number) \
        static void name(number* to, const number* weights, long start, const int* which, const double* amounts, \
                         int n, int width) { \
            for (int first = 0; first < width; first += AT_ONCE) { \
                const number* column = weights + start + first; \
                number sums[AT_ONCE]; \
                for (int j = 0; j < AT_ONCE; j++) sums[j] = to[first + j]; \
                for (int i = 0; i < n; i++) { \
                    const number* row = column + (long) which[i] * width; \
                    const number amount = (number) amounts[i]; \
                    for (int j = 0; j < AT_ONCE; j++) sums[j] += amount * row[j]; \
                } \
                for (int j = 0; j < AT_ONCE; j++) to[first + j] = sums[j]; \
            } \
        }
    LAYER(plain_rows, double)
    LAYER(plain_light_rows, float)
    #if defined(__x86_64__) && defined(__GNUC__)
    __attribute__((target("avx2"))) LAYER(wide_rows, double)
    __attribute__((target("avx2"))) LAYER(wide_light_rows, float)
    #define ADD(kind) (__builtin_cpu_supports("avx2") ? wide_##kind : plain_##kind)
    #else
    #define ADD(kind) plain_##kind
    #endif
    #define add_rows(...) ADD(rows)(__VA_ARGS__)
    #define add_light_rows(...) ADD(light_rows)(__VA_ARGS__)
    """
    void add_rows(double*, double*, long, int*, double*, int, int) noexcept nogil
    void add_light_rows(float*, float*, long, int*, double*, int, int) noexcept nogil
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
    @cython.locals(n="int", i="int", j="int", row="long", start="long", weight="double", which="int[512]",
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
