#pragma once
#include <stddef.h>

/// The number of events that libyaml finds in a text, or -1 if it refuses it: its own loop, and nothing else.
long cbench_yaml_events(const unsigned char *text, size_t count);

/// How often memory was asked for since the start of the process; 0 where that is not counted (see count.c).
unsigned long cbench_allocations(void);
