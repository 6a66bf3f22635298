cimport cython

from gangland.core.chance cimport Random
from gangland.core.position cimport Position

ctypedef unsigned long long word

cdef extern from *:
    """
    static inline int famiglia_lowest(unsigned long long word) {
    #if defined(__GNUC__)
        return __builtin_ctzll(word) / 3;
    #else
        int kind = 0;
        while (!(word & 7)) { word >>= 3; kind++; }
        return kind;
    #endif
    }
    static inline int famiglia_size(unsigned long long word) {
        word = (word + (word >> 3)) & 00303030303030303030303ULL;
        return (word * 00101010101010101010101ULL) >> 54 & 63;
    }
    """
    const word ONE "1ULL"
    const word ONES "011111111111111111111ULL"
    const word RANK0 "000001000010000100001ULL"
    const word FAMILIES "000001000010000100001ULL"
    const word ABOVE0 "011110111101111011110ULL"
    const word COUNTS0 "000007000070000700007ULL"
    const word ALL "012345123451234512345ULL"
    const word A_ABLE "(011110ULL << 15)"
    const word B_ABLE "(011110ULL << 30)"
    const word M_ABLE "(011110ULL << 45)"
    int size "famiglia_size"(word) noexcept nogil
    int lowest "famiglia_lowest"(word) noexcept nogil

cdef enum:
    A = 5
    B = 10
    M = 15
    SWEEP = 0
    PLAY_A = 20
    SWAP = 24
    PLAY_B = 424
    TAKE = 504
    PAY = 524
    PASS = 1244
    ACTIONS = 1245
    FRESH = 0
    COUNTED = 1
    BRUTAL = 2
    USED_UP = 0
    FIRST_PILE = 1
    SECOND_PILE = 2
    BY_PILE = 1
    BY_PASSES = 2

cdef word bit(int card) noexcept nogil
cdef inline int held(word cards, int card) noexcept nogil:  # everybody counts cards, so that calls would cost
    return <int>((cards >> (3 * card)) & 7)
cdef word kinds(word cards) noexcept nogil
cdef word pairs(word cards) noexcept nogil
cdef int payment(int card, int k) noexcept nogil
cdef word paired(word hand) noexcept nogil
@cython.locals(single="word", jokers="word")
cdef word jokered(word hand, bint with_pair) noexcept nogil
cdef int nth(word kinds_, int n) noexcept nogil
@cython.locals(steps="int", found="word")
cdef int dearest(word kinds_) noexcept nogil
@cython.locals(steps="int")
cdef int worth(int card) noexcept nogil
@cython.locals(total="int", card="int")
cdef int total_worth(word cards) noexcept nogil

cdef class DuelPosition(Position):
    cdef readonly int first
    cdef readonly bint joker_with_pair
    cdef readonly int stage
    cdef readonly bint clean
    cdef readonly bint swept
    cdef readonly int accountant
    cdef readonly int swaps
    cdef readonly int brute
    cdef readonly int target
    cdef readonly bint passed
    cdef readonly int pile
    cdef readonly bint refilling
    cdef readonly word street
    cdef readonly int street_size
    cdef readonly bint in_order
    cdef readonly word bag
    cdef readonly int bag_size
    cdef readonly bint stacked
    cdef readonly int under_size
    cdef readonly word discard
    cdef readonly int discard_size
    cdef readonly word[2] hand
    cdef readonly word[2] display
    cdef readonly short[64] row
    cdef readonly short[64] under
    cdef readonly short[64] tickets

    cpdef list bag_cards(self)
    @cython.locals(deck="word", start="word")
    cdef _begin(self, int first, bint joker_with_pair)
    cdef int _seats(self) noexcept nogil
    cdef int _actions(self) noexcept nogil
    cdef bint _can_come(self, int card) noexcept nogil
    cdef word _deck(self) noexcept nogil
    cdef int _laid_out(self) noexcept nogil
    cdef _text(self)
    cdef _rules(self)
    cdef _pickled(self)
    cdef bint _may_sweep(self) noexcept nogil

    @cython.locals(n="int", rank="int", card="int", hand="word", street="word", left="word")
    cdef int _legal(self, int* out) noexcept nogil
    @cython.locals(left="word", card="int")
    cdef inline int _legal_takes(self, int* out, int n, word hand, word street) noexcept nogil
    @cython.locals(display="word", left="word", card="int")
    cdef inline int _legal_swaps(self, int* out, int n, word hand) noexcept nogil
    cdef inline word _open_to_swaps(self) noexcept nogil
    @cython.locals(
        out="int[256]", n="int", hand="word", street="word", display="word", targets="word", gifts="word", left="word",
        sweeps="int", counts="int", swaps="int", threats="int", others="int", total="int", card="int")
    cdef int _pick(self, Random random) noexcept nogil

    @cython.locals(place="int", hand="word", display="word", way="int", card="int", spent="int", exchange="word")
    cdef void _apply(self, int move) noexcept nogil
    cdef inline void _sweep(self, int card, int place) noexcept nogil
    @cython.locals(i="int", j="int")
    cdef inline void _leave_street(self, int card, int place) noexcept nogil
    cdef inline void _join_street(self, int card) noexcept nogil
    @cython.locals(i="int")
    cdef void _turn_up(self, int card) noexcept nogil
    @cython.locals(card="int")
    cdef inline void _fill_bag(self, word cards) noexcept nogil
    cdef inline void _take_out(self, int card) noexcept nogil
    @cython.locals(i="int")
    cdef inline void _settle(self) noexcept nogil
    cdef inline void _use_up(self) noexcept nogil
    cdef inline void _end_turn(self, bint passed) noexcept nogil
    cdef inline void _begin_turn(self) noexcept nogil
    @cython.locals(i="int", card="int")
    cdef void _roll(self, Random random) noexcept nogil
    cdef void _forget_order(self) noexcept nogil
    cdef int _points(self, int seat) noexcept nogil
    @cython.locals(owned="word")
    cdef int _best_card(self, int seat) noexcept nogil
    @cython.locals(other="int", lead="int")
    cdef double _returns(self, int seat) noexcept nogil
    cdef void _assign(self, Position other) noexcept nogil

@cython.locals(rank="int", k="int")
cdef int legal_reduced(DuelPosition position, int* out, int n) noexcept nogil
@cython.locals(copies="int")
cdef int legal_payments(DuelPosition position, int* out, int n, int card, int k) noexcept nogil
@cython.locals(joker="int")
cdef int legal_jokers(DuelPosition position, int* out, int n, int card, int k) noexcept nogil

@cython.locals(seat="int", i="int")
cdef void copy(DuelPosition to, DuelPosition source) noexcept nogil
