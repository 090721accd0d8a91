// What tokens.c needs of AVX-512, where a block is one register.

// Writes the place of every bit, and up to 63 that do not count; gives the end of those that do.
INLINE uint32_t *NAME(write)(uint64_t bits, uint32_t at, uint32_t *out) {
  uint32_t *end = out + __builtin_popcountll(bits);
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
  return end;
}

// UTF-8 (Unicode, table 3-7): what trails must be where a lead byte wants it, and nowhere else.
INLINE void NAME(utf8)(const uint8_t *bytes, tokens_state *s) {
  block b;
  memcpy(&b, bytes, 64);
  uint64_t high = BITS(b >= 0x80);
  uint8_t before = bytes[-1];
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

INLINE tokens_bits NAME(look)(const uint8_t *bytes, int few) {
  (void)few;
  block b;
  memcpy(&b, bytes, 64);
  block low = b | 0x20;
  return (tokens_bits){
      .quote = BITS(b == '"'),
      .backslash = BITS(b == '\\'),
      .mark = BITS((low == '{') | (low == '}') | (b == ',')),
      .colon = BITS(b == ':'),
      .blank = BITS((b == ' ') | (b == '\n') | (b == '\r') | (b == '\t')),
      .control = BITS(b < 0x20),
      .high = BITS(b >= 0x80),
  };
}
