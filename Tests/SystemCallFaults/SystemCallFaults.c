#define _GNU_SOURCE
#include "SystemCallFaults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static SystemCallFaultsState own_state;
static SystemCallFaultsState *state = &own_state;
static const char *root;
static int64_t place;
static int error_code;
static int has_renameat2;

__attribute__((constructor)) static void set_up(void) {
  const char *file = getenv("SYSTEM_CALL_FAULTS_STATE");
  const char *at = getenv("SYSTEM_CALL_FAULTS_AT");
  const char *error = getenv("SYSTEM_CALL_FAULTS_ERROR");
  const char *folder = getenv("SYSTEM_CALL_FAULTS_ROOT");
  if (!file || !at || !error || !folder) return;
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *shared = mmap(NULL, sizeof(own_state), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (shared != MAP_FAILED) state = shared;
  place = atoll(at);
  error_code = atoi(error);
  has_renameat2 = !getenv("SYSTEM_CALL_FAULTS_WITHOUT_RENAMEAT2");
  root = folder;
  // Programs that this one starts are their own.
  unsetenv("LD_PRELOAD");
}

/// Whether the call is the one that fails; does not return if it is the one that ends the program.
static int fails(const char *call) {
  if (!root) return 0;
  int64_t number = __atomic_add_fetch(&state->count, 1, __ATOMIC_SEQ_CST);
  if (number != place) return 0;
  strncpy(state->call, call, sizeof(state->call) - 1);
  if (error_code == 0) {
    kill(getpid(), SIGKILL);
    pause();
  }
  errno = error_code;
  return 1;
}

static int is_inside(const char *path) {
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

/// The same for a path relative to the folder of a descriptor.
static int is_inside_at(int folder, const char *path) {
  if (!root || !path || path[0] == '/' || folder == AT_FDCWD) return is_inside(path);
  char link[64], target[PATH_MAX];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", folder);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, target, sizeof(target) - 1);
  if (length < 0) return 0;
  target[length] = 0;
  return is_inside(target);
}

#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define MODE(flags, last) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, last); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, flags)
  NEXT(open);
  if (is_inside(path) && fails("open")) return -1;
  return next(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags, flags)
  NEXT(open64);
  if (is_inside(path) && fails("open")) return -1;
  return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags, flags)
  NEXT(openat);
  if (is_inside_at(folder, path) && fails("openat")) return -1;
  return next(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags, flags)
  NEXT(openat64);
  if (is_inside_at(folder, path) && fails("openat")) return -1;
  return next(folder, path, flags, mode);
}

int link(const char *from, const char *to) {
  NEXT(link);
  if (is_inside(to) && fails("link")) return -1;
  return next(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  NEXT(linkat);
  if (is_inside_at(to_folder, to) && fails("linkat")) return -1;
  return next(from_folder, from, to_folder, to, flags);
}

int symlink(const char *from, const char *to) {
  NEXT(symlink);
  if (is_inside(to) && fails("symlink")) return -1;
  return next(from, to);
}

int rename(const char *from, const char *to) {
  NEXT(rename);
  if (is_inside(to) && fails("rename")) return -1;
  return next(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  NEXT(renameat);
  if (is_inside_at(to_folder, to) && fails("renameat")) return -1;
  return next(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  NEXT(renameat2);
  if (is_inside_at(to_folder, to)) {
    if (fails("renameat2")) return -1;
    if (!has_renameat2) {
      errno = EINVAL;
      return -1;
    }
  }
  return next(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
  NEXT(unlink);
  if (is_inside(path) && fails("unlink")) return -1;
  return next(path);
}

int unlinkat(int folder, const char *path, int flags) {
  NEXT(unlinkat);
  if (is_inside_at(folder, path) && fails("unlinkat")) return -1;
  return next(folder, path, flags);
}

int rmdir(const char *path) {
  NEXT(rmdir);
  if (is_inside(path) && fails("rmdir")) return -1;
  return next(path);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir);
  if (is_inside(path) && fails("mkdir")) return -1;
  return next(path, mode);
}

char *mkdtemp(char *path) {
  NEXT(mkdtemp);
  if (is_inside(path) && fails("mkdtemp")) return NULL;
  return next(path);
}

int mkstemp(char *path) {
  NEXT(mkstemp);
  if (is_inside(path) && fails("mkstemp")) return -1;
  return next(path);
}

int ftruncate(int descriptor, off_t length) {
  NEXT(ftruncate);
  if (fails("ftruncate")) return -1;
  return next(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  NEXT(ftruncate64);
  if (fails("ftruncate")) return -1;
  return next(descriptor, length);
}

int fsync(int descriptor) {
  NEXT(fsync);
  if (fails("fsync")) return -1;
  return next(descriptor);
}

int fdatasync(int descriptor) {
  NEXT(fdatasync);
  if (fails("fdatasync")) return -1;
  return next(descriptor);
}
