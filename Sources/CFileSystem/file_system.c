#define _GNU_SOURCE
#include "file_system.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int file_system_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int file_system_rename_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int file_system_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

int file_system_memory_file(void) {
  return memfd_create("beerdiary", MFD_CLOEXEC);
}
