#include "tokens.h"

#include <string.h>

uint32_t *tokens_room(void) {
  static _Thread_local uint32_t room[TOKENS_ROOM];
  return room;
}

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi,bmi2,lzcnt,popcnt,pclmul"))), apply_to = function)
#define WAY 2
#define NAME(name) name##_avx512
#include "block.h"
#undef WAY
#undef NAME
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))), apply_to = function)
#define WAY 1
#define NAME(name) name##_avx2
#include "block.h"
#undef WAY
#undef NAME
#pragma clang attribute pop

#define HAS(feature) __builtin_cpu_supports(feature)

static int way(void) {
  __builtin_cpu_init();
  // lzcnt has no name of its own everywhere; it is in every processor with AVX2 and BMI2.
  if (!(HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("popcnt") && HAS("pclmul"))) return 0;
  return HAS("avx512f") && HAS("avx512bw") && HAS("avx512dq") && HAS("avx512vl") && HAS("avx512vbmi2") ? 2 : 1;
}

static int known;  // One more than what was found; all threads find the same.

int tokens_way(void) {
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!found) {
    found = way() + 1;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return found - 1;
}

void tokens_choose(int chosen) {
  int fastest = way();
  __atomic_store_n(&known, (chosen >= 0 && chosen < fastest ? chosen : fastest) + 1, __ATOMIC_RELAXED);
}

size_t tokens_find(int way, const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state) {
  return way == 2 ? find_avx512(text, from, to, places, state) : find_avx2(text, from, to, places, state);
}

#else

int tokens_way(void) { return 0; }

void tokens_choose(int way) { (void)way; }

size_t tokens_find(int way, const uint8_t *text, size_t from, size_t to, uint32_t *places, tokens_state *state) {
  (void)way, (void)text, (void)from, (void)to, (void)places;
  state->fault = 1;
  return 0;
}

#endif
