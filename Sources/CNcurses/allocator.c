// How memory is taken from the system and given back.

#include "allocator.h"

#include <malloc.h>

void allocator_give_back_early(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
  mallopt(M_ARENA_MAX, 2);
#endif
}
