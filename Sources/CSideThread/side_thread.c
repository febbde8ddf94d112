// Affinities are no part of POSIX.
#define _GNU_SOURCE

#include "side_thread.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct work {
  void (*run)(void *context);
  void *context;
  // Where the caller may run; none where that is not known.
  cpu_set_t processors;
};

static void *begin(void *pointer) {
  struct work work = *(struct work *)pointer;
  free(pointer);
  if (CPU_COUNT(&work.processors) > 0) {
    pthread_setaffinity_np(pthread_self(), sizeof work.processors, &work.processors);
  }
  work.run(work.context);
  return NULL;
}

static bool start(struct work *work, const cpu_set_t *processors) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (processors != NULL) pthread_attr_setaffinity_np(&attributes, sizeof *processors, processors);
  pthread_t thread;
  int problem = pthread_create(&thread, &attributes, begin, work);
  pthread_attr_destroy(&attributes);
  return problem == 0;
}

// A new thread blocks the signals that its maker does.
static void block_signals(sigset_t *before) {
  static const int of_crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof of_crashes / sizeof *of_crashes; index++) {
    sigdelset(&blocked, of_crashes[index]);
  }
  pthread_sigmask(SIG_SETMASK, &blocked, before);
}

bool side_thread_start(void (*run)(void *context), void *context) {
  struct work *work = malloc(sizeof *work);
  if (work == NULL) return false;
  *work = (struct work){.run = run, .context = context};
  // Fails on a machine with more processors than a set of the usual size holds.
  if (sched_getaffinity(0, sizeof work->processors, &work->processors) != 0) CPU_ZERO(&work->processors);
  cpu_set_t others = work->processors;
  int current = sched_getcpu();
  if (current >= 0) CPU_CLR(current, &others);
  sigset_t before;
  block_signals(&before);
  bool has_started = (CPU_COUNT(&others) > 0 && start(work, &others)) || start(work, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!has_started) free(work);
  return has_started;
}
