#ifndef WRITE_ALL_H
#define WRITE_ALL_H

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

// Writes all bytes, or as many as possible; async-signal-safe.
static inline void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

#endif
