// SIGBUS: a page of a memory-mapped file is not available. SQLite maps the -shm, whose pages are lost if the disk or a
// quota is full or another program truncates the file.

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "crash_guard.h"
#include "write_all.h"

static char sentence[512];
static size_t sentence_length;

static void handle_bus_error(int number) {
  (void)number;
  write_all(STDERR_FILENO, sentence, sentence_length);
  // The default handler is active again: on return, the fault or the signal ends the program.
  raise(SIGBUS);
}

void crash_guard_report_bus_errors(const char *message) {
  sentence_length = strnlen(message, sizeof sentence - 1);
  memcpy(sentence, message, sentence_length);
  sentence[sentence_length++] = '\n';
  struct sigaction action = {.sa_handler = handle_bus_error, .sa_flags = SA_RESETHAND};
  sigfillset(&action.sa_mask);
  sigaction(SIGBUS, &action, NULL);
}
