#ifndef FORKED_CASE_H
#define FORKED_CASE_H

#include <stdint.h>

/// Limits of a process, so that a hang or a huge allocation ends it.
typedef struct {
  /// Ends it with SIGXCPU.
  unsigned cpu_seconds;
  /// Ends it with SIGALRM after so many seconds without processor time.
  unsigned idle_seconds;
  /// Address space that it may take.
  uint64_t bytes;
} ForkedLimits;

/// Runs `body` in a forked process and waits for its end.
///
/// The caller must have no other threads. Standard error goes to the end of the file `errors`.
///
/// - Returns: The status of `waitpid`, or -1.
int forked_case_run(void (*body)(void *), void *context, ForkedLimits limits, const char *errors);

/// Runs another program with its output thrown away and kills it after a time.
///
/// The time begins when the program has been started, so that every kill hits the program itself.
///
/// - Parameters:
///   - words: The arguments, the program's name first, NULL last.
///   - variables: The environment, NULL last.
///   - idle_seconds: SIGALRM ends it after so many seconds without processor time.
///   - microseconds: When it is killed, or -1 to wait for its end.
///   - taken: Where not NULL, gets the microseconds that it ran.
/// - Returns: The status of `waitpid`, or -1.
int forked_case_run_program(const char *path, char *const words[], char *const variables[], unsigned idle_seconds,
                            int64_t microseconds, int64_t *taken);

#endif
