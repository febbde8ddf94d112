#define _GNU_SOURCE
#include "ForkedCase.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void limit(int resource, uint64_t value) {
  struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

// The signal that tells of it comes only where the hard limit, which kills without one, is not reached with it.
static void limit_processor_time(uint64_t seconds) {
  struct rlimit both = {seconds, seconds + 5};
  setrlimit(RLIMIT_CPU, &both);
}

static void redirect(int descriptor, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file >= 0) dup2(file, descriptor);
}

static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

// Returns when the process has ended or the time is over.
static void wait_at_most(pid_t child, int64_t microseconds) {
  struct timespec pause = {microseconds / 1000000, (microseconds % 1000000) * 1000};
  struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
  ppoll(&end, 1, &pause, NULL);
  if (end.fd >= 0) close(end.fd);
}

static int64_t microseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int forked_case_run(void (*body)(void *), void *context, ForkedLimits limits, const char *errors) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    redirect(STDERR_FILENO, errors);
    limit(RLIMIT_CORE, 0);
    limit_processor_time(limits.cpu_seconds);
    limit(RLIMIT_AS, limits.bytes);
    alarm(limits.wall_seconds);
    body(context);
    _exit(0);
  }
  return wait_for(child);
}

int forked_case_run_program(const char *path, char *const words[], char *const variables[], unsigned wall_seconds,
                            int64_t microseconds, int64_t *taken) {
  int64_t start = microseconds_now();
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    redirect(STDOUT_FILENO, "/dev/null");
    redirect(STDERR_FILENO, "/dev/null");
    limit(RLIMIT_CORE, 0);
    alarm(wall_seconds);
    execve(path, words, variables);
    _exit(127);
  }
  if (microseconds >= 0) {
    wait_at_most(child, microseconds);
    kill(child, SIGKILL);
  }
  int status = wait_for(child);
  if (taken != NULL) *taken = microseconds_now() - start;
  return status;
}
