// The first step of reading a JSON text fast: where its tokens begin, 64 bytes at a time, in the wide registers of the processor. It is C
// because Swift has no way to write a function for a processor that is known only at run time.
#ifndef DIAL_TOKENS_H
#define DIAL_TOKENS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// What is known of the escapes before a block of 64 bytes.
typedef struct {
  uint64_t any;      // not zero where one of the next three is not
  uint64_t escaped;  // 1: the block begins behind a backslash
  uint64_t marked;   // 1: the string that is open has a backslash
  uint64_t hex;      // where an escaped 'u' stood in the block before
  uint64_t fault;    // not zero: this is no JSON
} tokens_escapes;

// What is known of the bytes before a block; all zero before a text, but for `few`.
typedef struct {
  uint64_t in_string;  // all ones inside of a string
  uint64_t scalar;     // 1: the last byte was part of a number or word
  uint64_t trail;      // the first bytes of the block that go on with a character of UTF-8
  uint64_t fault;      // not zero: this is no JSON
  uint64_t few;        // all ones: only brackets and commas are wanted
  tokens_escapes escapes;
} tokens_state;

// The bytes that are looked at in one call at most, and the room for their places: one for each byte, those that a caller has left from
// before, and 64 that are written and do not count.
enum { TOKENS_PIECE = 1 << 14, TOKENS_ROOM = TOKENS_PIECE + 32 + 64 };

// The fastest way that this processor knows: 2 is AVX-512, 1 is AVX2 (and works wherever 2 does), 0 is none.
int tokens_way(void);

// For benchmarks: from now on tokens_way gives this one, or the fastest if this processor does not know it.
void tokens_choose(int way);

// Room for places, one for each thread.
uint32_t *tokens_room(void);

// Writes where each bracket, comma, colon, quote, number and word of text[from ..< to] begins, and gives their number. Of a quote that ends
// a string with a backslash in it the top bit is set. `from` is a multiple of 64, and so is `to` unless it is the end of the text; `way` is
// not 0.
//
// What is wrong with strings (control bytes, escapes, UTF-8) is a fault at once. At the end of a text its state must have no fault, no open
// string, nothing in `trail` and no `any`.
size_t tokens_find(int way, const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state);

// One bit for each of 24 bytes that is no digit, the first one lowest.
static inline uint32_t tokens_others(const uint8_t *bytes) {
#if defined(__SSE2__)
  typedef uint8_t sixteen __attribute__((vector_size(16)));
  typedef _Bool bits __attribute__((ext_vector_type(16)));
  sixteen a, b;
  memcpy(&a, bytes, 16);
  memcpy(&b, bytes + 8, 16);
  uint32_t first = __builtin_bit_cast(uint16_t, __builtin_convertvector((sixteen)(a - '0') > 9, bits));
  return first | (uint32_t)__builtin_bit_cast(uint16_t, __builtin_convertvector((sixteen)(b - '0') > 9, bits)) << 8;
#else
  uint32_t others = 0;
  for (int i = 0; i < 24; i += 8) {
    uint64_t x;
    memcpy(&x, bytes + i, 8);
    x ^= 0x3030303030303030;
    x = ((((x & 0x7F7F7F7F7F7F7F7F) + 0x7676767676767676) | x) & 0x8080808080808080) >> 7;
    others |= (uint32_t)(x * 0x0102040810204080 >> 56) << i;
  }
  return others;
#endif
}

#endif
