// Everything that a handler needs is prepared as plain bytes, because a handler may call only async-signal-safe
// functions: write, tcgetpgrp, tcsetattr, sigaction, raise and pause. The calls for the report come last.

#include "crash_guard.h"

#include "crash_report.h"
#include "write_all.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { SIGNAL_COUNT = 6, ALTERNATE_STACK_SIZE = 64 * 1024 };

static const int crash_signals[SIGNAL_COUNT] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

static struct {
  struct termios found;
  bool has_found;
  char bytes[512];
  size_t byte_count;
  char message[512];
  size_t message_length;
  struct sigaction previous[SIGNAL_COUNT];
  bool is_installed;
  volatile sig_atomic_t is_armed;
  volatile int has_crashed;
} guard;

// A handler cannot run on a stack that has overflowed.
static char alternate_stack[ALTERNATE_STACK_SIZE];

void crash_guard_remember_terminal(void) { guard.has_found = tcgetattr(STDIN_FILENO, &guard.found) == 0; }

void crash_guard_clear_bytes(void) { guard.byte_count = 0; }

// Terminfo marks pauses for hardware terminals as $<5>; these are not sent.
void crash_guard_add_bytes(const char *string) {
  while (string != NULL && *string != '\0' && guard.byte_count < sizeof guard.bytes) {
    const char *end = strncmp(string, "$<", 2) == 0 ? strchr(string, '>') : NULL;
    if (end != NULL) {
      string = end + 1;
    } else {
      guard.bytes[guard.byte_count++] = *string++;
    }
  }
}

void crash_guard_set_armed(bool is_armed) { guard.is_armed = is_armed; }

static void restore_terminal(void) {
  if (!guard.is_armed) return;
  guard.is_armed = false;
  write_all(STDOUT_FILENO, guard.bytes, guard.byte_count);
  // In the background, this would stop the program instead of letting it end.
  if (guard.has_found && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
    tcsetattr(STDIN_FILENO, TCSANOW, &guard.found);
  }
}

static const struct sigaction *previous_action(int number) {
  for (int index = 0; index < SIGNAL_COUNT; index++) {
    if (crash_signals[index] == number) return &guard.previous[index];
  }
  return NULL;
}

// A fault happens again when the handler returns, with its original address for a backtrace. A signal that was sent,
// for example by abort, and a breakpoint do not.
static bool happens_again(int number, const siginfo_t *info) {
  return info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
}

static void handle_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  if (__atomic_exchange_n(&guard.has_crashed, 1, __ATOMIC_SEQ_CST)) {
    // Another thread is handling a crash and will end the program.
    for (;;) pause();
  }
  restore_terminal();
  write_all(STDERR_FILENO, guard.message, guard.message_length);
  crash_report_write(number);
  for (int index = 0; index < SIGNAL_COUNT; index++) {
    sigaction(crash_signals[index], previous_action(crash_signals[index]), NULL);
  }
  // The signal is blocked while this runs; on return, the previous handler gets it, or it ends the program.
  if (!happens_again(number, info)) raise(number);
}

static void provide_alternate_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) return;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack, .ss_flags = 0};
  sigaltstack(&stack, NULL);
}

static void remember_message(const char *message) {
  size_t length = strnlen(message, sizeof guard.message - 1);
  memcpy(guard.message, message, length);
  guard.message[length] = '\n';
  guard.message_length = length + 1;
}

void crash_guard_install(const char *message) {
  remember_message(message);
  crash_report_prepare();
  if (guard.is_installed) return;
  provide_alternate_stack();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle_crash;
  sigfillset(&action.sa_mask);
  for (int index = 0; index < SIGNAL_COUNT; index++) {
    sigaction(crash_signals[index], &action, &guard.previous[index]);
  }
  guard.is_installed = true;
}

void crash_guard_remove(void) {
  if (!guard.is_installed) return;
  guard.is_installed = false;
  for (int index = 0; index < SIGNAL_COUNT; index++) {
    sigaction(crash_signals[index], &guard.previous[index], NULL);
  }
}
