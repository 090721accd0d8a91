// Counts what asks for memory. On Linux the linker sends every call of these functions here (--wrap in Package.swift), also those from the
// static libraries of Swift; elsewhere nothing is counted.
#include "cbench.h"

#ifdef __linux__
#include <stdatomic.h>

static atomic_ulong allocations;

unsigned long cbench_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *__real_malloc(size_t);
void *__wrap_malloc(size_t size) {
  count();
  return __real_malloc(size);
}

void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t number, size_t size) {
  count();
  return __real_calloc(number, size);
}

void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *old, size_t size) {
  count();
  return __real_realloc(old, size);
}

void *__real_aligned_alloc(size_t, size_t);
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  count();
  return __real_aligned_alloc(alignment, size);
}

int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  return __real_posix_memalign(memory, alignment, size);
}
#else
unsigned long cbench_allocations(void) { return 0; }
#endif
