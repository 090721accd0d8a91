// The first step of reading a JSON text fast: where its tokens begin, 64 bytes at a time, in the wide registers of the processor. It is C
// because Swift has no way to write a function for a processor that is known only at run time.
#ifndef DIAL_TOKENS_H
#define DIAL_TOKENS_H

#include <stddef.h>
#include <stdint.h>

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

// Room for places, one for each thread.
uint32_t *tokens_room(void);

// Writes where each bracket, comma, colon, quote, number and word of text[from ..< to] begins, and gives their number. Of a quote that ends
// a string with a backslash in it the top bit is set. `from` is a multiple of 64, and so is `to` unless it is the end of the text; `way` is
// not 0.
//
// What is wrong with strings (control bytes, escapes, UTF-8) is a fault at once. At the end of a text its state must have no fault, no open
// string, nothing in `trail` and no `any`.
size_t tokens_find(int way, const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state);

#endif
