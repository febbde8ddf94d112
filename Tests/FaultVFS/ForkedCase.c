#define _GNU_SOURCE
#include "ForkedCase.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Ends a process that computes for ever, or waits without end but awakes now and then.
static const unsigned longest_seconds = 600;

static void limit(int resource, uint64_t value) {
  struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

// The signal for it comes only if the hard limit, which kills without a signal, is not reached as well.
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

// Returns when the process has ended or the time is over; true if it has ended.
static bool wait_at_most(pid_t child, int64_t microseconds) {
  struct timespec pause = {microseconds / 1000000, (microseconds % 1000000) * 1000};
  struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
  bool has_ended = ppoll(&end, 1, &pause, NULL) > 0;
  if (end.fd >= 0) close(end.fd);
  return has_ended;
}

// Waits for the end as long as the process computes, so that a busy machine may take its time.
//
// SIGALRM ends a process that has used no processor time for so many seconds.
static int wait_while_computing(pid_t child, unsigned idle_seconds) {
  clockid_t processor_time;
  struct timespec last = {0, 0};
  unsigned idle = 0;
  bool is_known = clock_getcpuclockid(child, &processor_time) == 0;
  while (idle < idle_seconds && !wait_at_most(child, 1000000)) {
    struct timespec now = last;
    if (is_known) clock_gettime(processor_time, &now);
    idle = now.tv_sec == last.tv_sec && now.tv_nsec == last.tv_nsec ? idle + 1 : 0;
    last = now;
  }
  if (idle >= idle_seconds) kill(child, SIGALRM);
  return wait_for(child);
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
    alarm(longest_seconds);
    body(context);
    _exit(0);
  }
  return wait_while_computing(child, limits.idle_seconds);
}

// Returns when the process has started its program, or has ended.
//
// The program does not inherit the other end of the pipe.
static void wait_for_start(int pipe_end) {
  char byte;
  while (read(pipe_end, &byte, 1) < 0 && errno == EINTR) {}
}

int forked_case_run_program(const char *path, char *const words[], char *const variables[], unsigned idle_seconds,
                            int64_t microseconds, int64_t *taken) {
  int start_pipe[2];
  if (pipe2(start_pipe, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child < 0) {
    close(start_pipe[0]);
    close(start_pipe[1]);
    return -1;
  }
  if (child == 0) {
    redirect(STDOUT_FILENO, "/dev/null");
    redirect(STDERR_FILENO, "/dev/null");
    limit(RLIMIT_CORE, 0);
    alarm(longest_seconds);
    execve(path, words, variables);
    _exit(127);
  }
  close(start_pipe[1]);
  wait_for_start(start_pipe[0]);
  close(start_pipe[0]);
  int64_t start = microseconds_now();
  if (microseconds >= 0) {
    wait_at_most(child, microseconds);
    kill(child, SIGKILL);
  }
  int status = wait_while_computing(child, idle_seconds);
  if (taken != NULL) *taken = microseconds_now() - start;
  return status;
}
