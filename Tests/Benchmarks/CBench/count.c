// Counts what asks for memory. On Linux the linker sends every call of these functions here (--wrap in Package.swift), also those from the
// static libraries of Swift; elsewhere nothing is counted.
#include "cbench.h"

#ifdef __linux__
#include <stdatomic.h>

// Each thread has a counter of its own, a cache line apart: a shared one would cost more than most allocations.
static struct {
  _Alignas(64) atomic_ulong allocations;
} counters[1024];
static atomic_uint threads;
static _Thread_local atomic_ulong *own;

unsigned long cbench_allocations(void) {
  unsigned long sum = 0;
  for (int index = 0; index < 1024; index++) sum += atomic_load_explicit(&counters[index].allocations, memory_order_relaxed);
  return sum;
}

static void count(void) {
  if (!own) own = &counters[atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % 1024].allocations;
  atomic_store_explicit(own, atomic_load_explicit(own, memory_order_relaxed) + 1, memory_order_relaxed);
}

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
