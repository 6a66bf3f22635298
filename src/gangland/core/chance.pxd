cimport cython

cdef extern from *:
    """
    #define GANGLAND_WORD 0xFFFFFFFFFFFFFFFFULL
    #define GANGLAND_STEP 0x9E3779B97F4A7C15ULL
    #define GANGLAND_MIX1 0xBF58476D1CE4E5B9ULL
    #define GANGLAND_MIX2 0x94D049BB133111EBULL
    """
    const unsigned long long WORD "GANGLAND_WORD"
    const unsigned long long STEP "GANGLAND_STEP"
    const unsigned long long MIX1 "GANGLAND_MIX1"
    const unsigned long long MIX2 "GANGLAND_MIX2"
    int check_signals "PyErr_CheckSignals"() except -1

@cython.final
cdef class Random:
    cdef unsigned long long state

    @cython.locals(z="unsigned long long")
    cdef unsigned long long _next(self) noexcept nogil
    cdef int _below(self, int n) noexcept nogil
