#pragma once
#include <stddef.h>

/// The number of events that libyaml finds in a text, or -1 if it refuses it: its own loop, and nothing else.
long cbench_yaml_events(const unsigned char *text, size_t count);

/// How often memory was asked for since the start of the process; 0 where that is not counted (see count.c).
unsigned long cbench_allocations(void);

/// The most memory that a program holds, in bytes, which is run to its end with its output thrown away; -1 if it fails. The last word is null.
long cbench_peak(char *const words[]);
