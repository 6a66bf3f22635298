cimport cython
from libc.math cimport sqrt

from gangland.bots.look cimport Look
from gangland.bots.net cimport Net
from gangland.core.chance cimport Random, check_signals
from gangland.core.evaluator cimport EndgameEvaluator, Evaluator
from gangland.core.position cimport Position, Sampler

cdef extern from *:
    """
    #include <stdlib.h>
    static int* new_ints(long count) { return (int*) calloc(count, sizeof(int)); }
    typedef struct { double value; int visits, move, first, children; } SearchNode;
    static SearchNode* new_nodes(long count) { return (SearchNode*) calloc(count, sizeof(SearchNode)); }
    static inline void move_node(SearchNode* tree, int place, int other) {
        static const SearchNode empty;
        tree[other] = tree[place];
        tree[place] = empty;
    }
    static unsigned long long* new_words(long count) {
        return (unsigned long long*) calloc(count, sizeof(unsigned long long));
    }
    """
    int* ints "new_ints"(long) noexcept nogil
    ctypedef struct SearchNode:
        double value
        int visits
        int move
        int first
        int children
    SearchNode* new_nodes(long) noexcept nogil
    void move_node(SearchNode*, int, int) noexcept nogil
    unsigned long long* words "new_words"(long) noexcept nogil
    void release "free"(void*) noexcept nogil

cdef enum:
    MOST_NODES = 100000000
    RUNS_AT_ONCE = 512
    NODES_AT_ONCE = 256
    DEEPEST = 512
    WORTH_A_WIN = 1000
    BOUNDLESS = 10000
    EVERYBODY = -1
    OTHERS_EVERY = 4
    FAIR_AFTER = 1024
    FAIR_SHARE = 16
    FAIR_TURN = 64
    ALL_SERVED = -1
    UNTRIED = 0
    LEAST_ROOM = 2
    SIZES = 32
    ROOM_A_NODE = 4

@cython.final
cdef class Search:
    cdef Position root
    cdef Position world
    cdef Evaluator evaluator
    cdef Sampler sampler
    cdef Random random
    cdef Net net
    cdef bint trained
    cdef Look look
    cdef bint looking
    cdef bint fair
    cdef double exploration
    cdef int most
    cdef readonly int nodes
    cdef int places
    cdef int[32] left_rooms
    cdef bint busy
    cdef int epoch
    cdef readonly long long simulations
    cdef int root_seat
    cdef int players
    cdef double sum
    cdef double squares
    cdef long long judged
    cdef double[8] expected
    cdef int choices
    cdef int served
    cdef SearchNode* tree
    cdef int* found
    cdef int* stamp
    cdef int[512] path
    cdef int[512] seats
    cdef double[4] utilities
    cdef int[4096] legal
    cdef int[4096] weight
    cdef int[4096] root_weight
    cdef int root_total
    cdef int[4096] tried_moves

    @cython.locals(left="long long", n="int", _="int", seat="int", world="Position", root="Position", sampler="Sampler", random="Random")
    cpdef run(self, simulations)
    cdef _check_free(self)
    @cython.locals(node="int", depth="int", n="int", choice="int", child="int", fresh="bint", i="int", seat="int",
        paid_seats="int", outcome="double")
    cdef void _simulate(self, Position world, int learner, Random random) noexcept nogil
    @cython.locals(count="int", first="int", room="int", size="int", start="int", i="int")
    cdef int _add_child(self, int node, int move) noexcept nogil
    cdef inline int _next_learner(self) noexcept nogil
    cdef void _finish(self, Position world, Random random) noexcept nogil
    cdef void _advance(self, Position world, Random random) noexcept nogil
    @cython.locals(value="double", seats="int", place="int", worth="double")
    cdef double _worth(self, Position world, int seat) noexcept nogil
    @cython.locals(
        child="int", count="int", heaviest="int", tried="int", earned="double", total="int", i="int", unknown="double",
        push="double", best="double", choice="int", visits="int", score="double", first="bint", start="int", weights="int*")
    cdef int _choose(self, Position world, int node, int n, int learner) noexcept nogil
    @cython.locals(
        count="int", total="int", first="int", child="int", visits="int", i="int", most="double", lack="double")
    cdef void _serve(self) noexcept nogil
    cdef inline bint _is_better(self, int one, int other) noexcept nogil
    @cython.locals(total="int")
    cdef int _weigh(self, Position world, int n, int* weights) noexcept nogil
    @cython.locals(mean="double")
    cdef inline double _spread(self) noexcept nogil
    @cython.locals(first="int", child="int", visits="int")
    cpdef list results(self)
    @cython.locals(wanted="int", node="int", first="int", last="int", child="int", visits="int")
    cpdef list variation(self, move)
    @cython.locals(start="int", child="int", visits="int", first="int", second="int")
    cpdef tuple lead(self)

@cython.final
cdef class Solver:
    cdef EndgameEvaluator evaluator
    cdef int most
    cdef readonly int nodes
    cdef bint busy
    cdef unsigned long long slots
    cdef unsigned long long* keys
    cdef int* floors
    cdef int* roofs

    @cython.locals(branch="Position", value="int", move="int")
    cdef _solve(self, Position position)
    @cython.locals(
        branch="Position", move="int", value="int", best="int", margin="int", floor="int", roof="int",
        key="unsigned long long", slot="unsigned long long")
    cdef int _value_of(self, Position position, int low, int high) except? -12345

cdef int final_value(int margin, int tied) noexcept nogil
