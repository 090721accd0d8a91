// tokens.c includes this once for each way, which has a number (WAY) and a suffix (NAME).

#ifndef DIAL_TOKENS_BLOCK_H
#define DIAL_TOKENS_BLOCK_H

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t block __attribute__((vector_size(64)));
typedef _Bool block_bits __attribute__((ext_vector_type(64)));

// One bit for each byte of a block, the first one lowest.
#define BITS(condition) __builtin_bit_cast(uint64_t, __builtin_convertvector((condition), block_bits))

#endif

// From each odd bit up to the even one behind it all are set.
INLINE uint64_t NAME(spans)(uint64_t bits) {
  return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0));
}

// Writes the place of every bit, and up to 63 that do not count; gives the end of those that do.
INLINE uint32_t *NAME(write)(uint64_t bits, uint32_t at, uint32_t *out) {
  uint32_t *end = out + __builtin_popcountll(bits);
#if WAY == 2
  const __m512i all = _mm512_set_epi8(
      63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31,
      30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i start = _mm512_set1_epi32((int)at);
  const __m512i set = _mm512_maskz_compress_epi8(bits, all);
#define SIXTEEN(i) \
  _mm512_storeu_si512(out + 16 * i, _mm512_add_epi32(start, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(set, i))))
  SIXTEEN(0);
  if (end - out > 16) {
    SIXTEEN(1);
    if (end - out > 32) {
      SIXTEEN(2);
      SIXTEEN(3);
    }
  }
#undef SIXTEEN
#else
  // Eight at a time, whether there are as many or not: a branch for each would be guessed wrong too often. The top bit is for none left.
#define ONE(i)                                                       \
  out[i] = at + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63); \
  bits &= bits - 1;
  ONE(0) ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7)
  if (bits) {
    ONE(8) ONE(9) ONE(10) ONE(11) ONE(12) ONE(13) ONE(14) ONE(15)
    for (out += 16; bits; bits &= bits - 1) *out++ = at + (uint32_t)__builtin_ctzll(bits);
  }
#undef ONE
#endif
  return end;
}

// Gives the bytes behind a backslash and checks them; `marks` gets the first quote behind each, which ends its string.
static __attribute__((noinline)) uint64_t NAME(escapes)(
    const uint8_t *bytes, uint64_t backslash, uint64_t quote, uint64_t *marks, tokens_escapes *s) {
  block b;
  memcpy(&b, bytes, 64);
  uint64_t escaped = s->escaped, first = 0;
  s->escaped = 0;
  for (backslash &= ~escaped; backslash;) {
    uint64_t one = backslash & -backslash;
    first |= one;
    escaped |= one << 1;
    s->escaped |= one >> 63;
    backslash &= ~(one | one << 1);
  }
  block low = b | 0x20;
  uint64_t u = BITS(b == 'u') & escaped;
  uint64_t good = BITS((b == '"') | (b == '\\') | (b == '/') | (b == 'b') | (b == 'f') | (b == 'n') | (b == 'r') | (b == 't')) | u;
  uint64_t hex = BITS(((b >= '0') & (b <= '9')) | ((low >= 'a') & (low <= 'f')));
  uint64_t digits = (u << 1 | s->hex >> 63) | (u << 2 | s->hex >> 62) | (u << 3 | s->hex >> 61) | (u << 4 | s->hex >> 60);
  s->fault |= (escaped & ~good) | (digits & ~hex);
  s->hex = u & (uint64_t)0xF << 60;

  quote &= ~escaped;
  uint64_t found = s->marked ? quote & -quote : 0;
  s->marked = s->marked && !quote;
  while (first) {
    uint64_t behind = quote & -(first & -first);
    found |= behind & -behind;
    s->marked |= !behind;
    first = behind ? first & -(behind & -behind) : 0;
  }
  *marks = found;
  s->any = s->escaped | s->marked | s->hex;
  return escaped;
}

// UTF-8 (Unicode, table 3-7): what trails must be where a lead byte wants it, and nowhere else. `before` is the byte before the block.
INLINE void NAME(utf8)(const block *bytes, uint64_t high, uint8_t before, tokens_state *s) {
  block b = *bytes;
  uint64_t two = BITS(b >= 0xC0), three = BITS(b >= 0xE0), four = BITS(b >= 0xF0);
  uint64_t from90 = BITS(b >= 0x90), fromA0 = BITS(b >= 0xA0);
  uint64_t bad = BITS((b == 0xC0) | (b == 0xC1) | (b >= 0xF5));
  bad |= (BITS(b == 0xE0) << 1 | (before == 0xE0)) & ~fromA0;
  bad |= (BITS(b == 0xED) << 1 | (before == 0xED)) & fromA0;
  bad |= (BITS(b == 0xF0) << 1 | (before == 0xF0)) & ~from90;
  bad |= (BITS(b == 0xF4) << 1 | (before == 0xF4)) & from90;
  s->fault |= bad | ((two << 1 | three << 2 | four << 3 | s->trail) ^ (high & ~two));
  s->trail = two >> 63 | three >> 62 | four >> 61;
}

// The tokens of one block.
INLINE uint32_t *NAME(block)(const uint8_t *bytes, uint8_t before, uint32_t at, uint32_t *places, tokens_state *s, tokens_escapes *e) {
  block b;
  memcpy(&b, bytes, 64);
  uint64_t quote = BITS(b == '"'), backslash = BITS(b == '\\'), marks = 0;
  if (__builtin_expect((backslash | e->any) != 0, 0)) quote &= ~NAME(escapes)(bytes, backslash, quote, &marks, e);
  // From an opening quote up to the last byte before the closing one.
  uint64_t in = NAME(spans)(quote) ^ s->in_string;
  s->in_string = -(in >> 63);
  block low = b | 0x20;
  uint64_t mark = BITS((low == '{') | (low == '}') | (b == ',')), colon = BITS(b == ':');
  uint64_t blank = BITS((b == ' ') | (b == '\n') | (b == '\r') | (b == '\t'));
  uint64_t scalar = ~(mark | colon | blank | quote);
  uint64_t begin = scalar & ~(scalar << 1 | s->scalar);
  s->scalar = scalar >> 63;
  s->fault |= BITS(b < 0x20) & in;
  uint64_t tokens = ((mark | ((colon | begin) & ~s->few)) & ~in) | (quote & ~s->few);
  uint32_t *end = NAME(write)(tokens, at, places);
  for (; __builtin_expect((marks & ~s->few) != 0, 0); marks &= marks - 1)
    places[__builtin_popcountll(tokens & (marks ^ (marks - 1))) - 1] |= (uint32_t)1 << 31;
  uint64_t high = BITS(b >= 0x80);
  if (high | s->trail) NAME(utf8)(&b, high, before, s);
  return end;
}

static size_t NAME(find)(const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state) {
  uint32_t *out = places;
  // The two are apart, so that what every block needs stays in registers.
  tokens_state s = *state;
  tokens_escapes e = state->escapes;
  uint8_t before = from ? text[from - 1] : 0;
  for (size_t at = from; at < to; at += 64) {
    const uint8_t *bytes = text + at;
    uint8_t last[64];
    if (__builtin_expect(to - at < 64, 0)) {
      memset(last, ' ', 64);
      memcpy(last, bytes, to - at);
      bytes = last;
    }
    out = NAME(block)(bytes, before, (uint32_t)at, out, &s, &e);
    before = bytes[63];
  }
  s.escapes = e;
  *state = s;
  return (size_t)(out - places);
}
