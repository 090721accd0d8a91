// tokens.c includes this once for each way, which has a number (WAY) and a suffix (NAME).

#ifndef DIAL_TOKENS_BLOCK_H
#define DIAL_TOKENS_BLOCK_H

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t block __attribute__((vector_size(64)));
typedef _Bool block_bits __attribute__((ext_vector_type(64)));

// One bit for each byte of a block, the first one lowest.
#define BITS(condition) __builtin_bit_cast(uint64_t, __builtin_convertvector((condition), block_bits))

// So many bytes before a block can be read: those that a character of UTF-8 may begin with.
enum { FRONT = 3 };

// Which bytes of a block are what.
typedef struct {
  uint64_t quote, backslash;
  uint64_t mark;     // brackets and commas; colons, too, where those are wanted
  uint64_t colon;    // colons, and maybe marks
  uint64_t blank;    // spaces, tabs and line ends
  uint64_t control;  // below a space
  uint64_t high;     // not ASCII
} tokens_bits;

#endif

// From each odd bit up to the even one behind it all are set.
INLINE uint64_t NAME(spans)(uint64_t bits) {
  return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0));
}

#if WAY == 2
#include "avx512.h"
#else
#include "avx2.h"
#endif

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

// The tokens of one block. `few` is known when this is compiled: whether only brackets and commas are wanted.
INLINE uint32_t *NAME(block)(
    const uint8_t *bytes, uint32_t at, int few, uint32_t *places, tokens_state *s, tokens_escapes *e) {
  tokens_bits is = NAME(look)(bytes, few);
  uint64_t quote = is.quote, marks = 0;
  // Nothing but characters of a string.
  if (s->in_string && !(quote | is.backslash | is.control | is.high | s->trail | e->any)) return places;
  if (__builtin_expect((is.backslash | e->any) != 0, 0)) quote &= ~NAME(escapes)(bytes, is.backslash, quote, &marks, e);
  // From an opening quote up to the last byte before the closing one.
  uint64_t in = NAME(spans)(quote) ^ s->in_string;
  s->in_string = -(in >> 63);
  s->fault |= is.control & in;
  uint64_t tokens;
  if (few) {
    tokens = is.mark & ~in;
  } else {
    uint64_t other = is.mark | is.colon | quote;
    uint64_t scalar = ~(other | is.blank);
    uint64_t begin = scalar & ~(scalar << 1 | s->scalar);
    s->scalar = scalar >> 63;
    tokens = ((is.mark | is.colon | begin) & ~in) | quote;
  }
  uint32_t *end = NAME(write)(tokens, at, places);
  if (!few) {
    for (; __builtin_expect(marks != 0, 0); marks &= marks - 1)
      places[__builtin_popcountll(tokens & (marks ^ (marks - 1))) - 1] |= (uint32_t)1 << 31;
  }
  if (is.high | s->trail) NAME(utf8)(bytes, s);
  return end;
}

INLINE size_t NAME(blocks)(const uint8_t *text, size_t from, size_t to, int few, uint32_t *places, tokens_state *state) {
  uint32_t *out = places;
  // The two are apart, so that what every block needs stays in registers.
  tokens_state s = *state;
  tokens_escapes e = state->escapes;
  for (size_t at = from; at < to; at += 64) {
    const uint8_t *bytes = text + at;
    uint8_t copy[FRONT + 64];
    // The first and the last block are copied: there are bytes before every block, and 64 in it.
    if (__builtin_expect(at == 0 || to - at < 64, 0)) {
      size_t count = to - at < 64 ? to - at : 64;
      memset(copy, ' ', sizeof copy);
      memcpy(copy + FRONT, bytes, count);
      if (at) memcpy(copy, bytes - FRONT, FRONT);
      bytes = copy + FRONT;
    }
    out = NAME(block)(bytes, (uint32_t)at, few, out, &s, &e);
  }
  s.escapes = e;
  *state = s;
  return (size_t)(out - places);
}

static size_t NAME(find)(const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state) {
  return state->few ? NAME(blocks)(text, from, to, 1, places, state) : NAME(blocks)(text, from, to, 0, places, state);
}
