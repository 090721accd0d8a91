// What tokens.c needs of AVX2, where a block is two registers.

// One bit for each byte of a block whose top bit is set.
INLINE uint64_t NAME(tops)(__m256i a, __m256i b) {
  return (uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

INLINE uint64_t NAME(equal)(__m256i a, __m256i b, __m256i c, __m256i d) {
  return NAME(tops)(_mm256_cmpeq_epi8(a, c), _mm256_cmpeq_epi8(b, d));
}

// Which bits of a byte are set, from the lowest one on: a byte for each.
#define BIT(byte, i) ((uint64_t)((byte) >> (i) & 1) * (i) << 8 * __builtin_popcount((byte) & ((1 << (i)) - 1)))
#define SET(byte) \
  BIT(byte, 1) | BIT(byte, 2) | BIT(byte, 3) | BIT(byte, 4) | BIT(byte, 5) | BIT(byte, 6) | BIT(byte, 7)
#define FOUR(byte) SET(byte), SET(byte + 1), SET(byte + 2), SET(byte + 3)
#define SIXTEEN(byte) FOUR(byte), FOUR(byte + 4), FOUR(byte + 8), FOUR(byte + 12)
#define ALL(byte) SIXTEEN(byte), SIXTEEN(byte + 16), SIXTEEN(byte + 32), SIXTEEN(byte + 48)
static const uint64_t NAME(sets)[256] = {ALL(0), ALL(64), ALL(128), ALL(192)};
#undef ALL
#undef SIXTEEN
#undef FOUR
#undef SET
#undef BIT

// Writes the place of every bit, and up to 63 that do not count; gives the end of those that do.
INLINE uint32_t *NAME(write)(uint64_t bits, uint32_t at, uint32_t *out) {
  uint32_t *end = out + __builtin_popcountll(bits);
  if (end - out > 8) {
    // A byte of them at a time, whatever is in it: a branch would be guessed wrong too often.
    __m256i start = _mm256_set1_epi32((int)at);
    for (int i = 0; i < 8; ++i, bits >>= 8) {
      uint8_t byte = (uint8_t)bits;
      __m256i set = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(NAME(sets) + byte)));
      _mm256_storeu_si256((__m256i *)out, _mm256_add_epi32(start, set));
      start = _mm256_add_epi32(start, _mm256_set1_epi32(8));
      out += __builtin_popcount(byte);
    }
  } else {
    for (int i = 0; i < 8; ++i, bits &= bits - 1) {
      uint32_t place = at + (uint32_t)_tzcnt_u64(bits);
      // The compiler would count zeros in vectors, which takes many more steps; it does not know what an empty line does.
      __asm__("" : "+r"(place));
      out[i] = place;
    }
  }
  return end;
}

// The same sixteen bytes in both halves of a register.
INLINE __m256i NAME(twice)(const uint8_t table[16]) { return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)); }

// What two bytes that follow each other can have wrong. F0 with 8x is overlong, F5 with it too large: they share a bit.
enum { SHORT = 1, LONG = 2, E0 = 4, ED = 8, C0 = 16, F4 = 32, F0 = 64, TRAILS = 128, ALWAYS = SHORT | LONG | TRAILS };

// By the upper and the lower half of the first byte, and by the upper half of the second one.
static const uint8_t NAME(upper)[16] = {
    LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, TRAILS, TRAILS, TRAILS, TRAILS, SHORT | C0, SHORT, SHORT | E0 | ED, SHORT | F4 | F0};
static const uint8_t NAME(lower)[16] = {
    ALWAYS | C0 | E0 | F0, ALWAYS | C0,      ALWAYS,           ALWAYS,           ALWAYS | F4,      ALWAYS | F4 | F0,
    ALWAYS | F4 | F0,      ALWAYS | F4 | F0, ALWAYS | F4 | F0, ALWAYS | F4 | F0, ALWAYS | F4 | F0, ALWAYS | F4 | F0,
    ALWAYS | F4 | F0,      ALWAYS | F4 | F0 | ED, ALWAYS | F4 | F0, ALWAYS | F4 | F0};
static const uint8_t NAME(second)[16] = {
    SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, LONG | TRAILS | C0 | E0 | F0, LONG | TRAILS | C0 | E0 | F4,
    LONG | TRAILS | C0 | ED | F4, LONG | TRAILS | C0 | ED | F4, SHORT, SHORT, SHORT, SHORT};

// UTF-8 by the method of Keiser and Lemire (Validating UTF-8 in less than one instruction per byte, 2021): three tables tell what a byte
// and the one before it have wrong. A trail byte behind a trail byte is right where the byte two or three before it wants one, and only
// there.
INLINE __m256i NAME(wrong)(const uint8_t *bytes) {
#define AT(place) _mm256_loadu_si256((const __m256i *)(bytes + (place)))
#define LOWER(b) _mm256_and_si256(b, _mm256_set1_epi8(15))
#define UPPER(b) LOWER(_mm256_srli_epi16(b, 4))
  __m256i upper = _mm256_shuffle_epi8(NAME(twice)(NAME(upper)), UPPER(AT(-1)));
  __m256i lower = _mm256_shuffle_epi8(NAME(twice)(NAME(lower)), LOWER(AT(-1)));
  __m256i second = _mm256_shuffle_epi8(NAME(twice)(NAME(second)), UPPER(AT(0)));
  // The top bit is left of what is E0 or F0 at least.
  __m256i two = _mm256_subs_epu8(AT(-2), _mm256_set1_epi8(0x60)), three = _mm256_subs_epu8(AT(-3), _mm256_set1_epi8(0x70));
  __m256i wanted = _mm256_and_si256(_mm256_or_si256(two, three), _mm256_set1_epi8((char)TRAILS));
  return _mm256_xor_si256(_mm256_and_si256(_mm256_and_si256(upper, lower), second), wanted);
#undef UPPER
#undef LOWER
#undef AT
}

INLINE void NAME(utf8)(const uint8_t *bytes, tokens_state *s) {
  __m256i wrong = _mm256_or_si256(NAME(wrong)(bytes), NAME(wrong)(bytes + 32));
  s->fault |= !_mm256_testz_si256(wrong, wrong);
  s->trail = bytes[63] >= 0xC0 || bytes[62] >= 0xE0 || bytes[61] >= 0xF0;
}

// Of the bytes with the same lower half the one that counts, if there is one.
static const uint8_t NAME(blanks)[16] = {' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0};
static const uint8_t NAME(marks)[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0};

INLINE tokens_bits NAME(look)(const uint8_t *bytes, int few) {
  const __m256i blanks = NAME(twice)(NAME(blanks)), marks = NAME(twice)(NAME(marks));
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\'), space = _mm256_set1_epi8(' ');
  __m256i a = _mm256_loadu_si256((const __m256i *)bytes), b = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  __m256i la = _mm256_or_si256(a, space), lb = _mm256_or_si256(b, space);
  tokens_bits found;
  found.quote = NAME(equal)(a, b, quote, quote);
  found.backslash = NAME(equal)(a, b, backslash, backslash);
  found.high = NAME(tops)(a, b);
  // Bytes that are not ASCII are below zero, and go out.
  found.control = NAME(tops)(_mm256_cmpgt_epi8(space, a), _mm256_cmpgt_epi8(space, b)) & ~found.high;
  // The bit that makes brackets braces makes two control bytes a comma and a colon.
  found.colon = NAME(equal)(la, lb, _mm256_shuffle_epi8(marks, la), _mm256_shuffle_epi8(marks, lb)) & ~found.control;
  const __m256i colon = _mm256_set1_epi8(':');
  found.mark = few ? found.colon & ~NAME(equal)(a, b, colon, colon) : found.colon;
  found.blank = NAME(equal)(a, b, _mm256_shuffle_epi8(blanks, a), _mm256_shuffle_epi8(blanks, b));
  return found;
}
