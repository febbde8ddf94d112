// A thread on another processor.

#ifndef SIDE_THREAD_H
#define SIDE_THREAD_H

#include <stdbool.h>

/// Starts a detached thread that leaves signals to the others, but for those of its own crash.
///
/// It begins on another processor than the caller's, where there is one, and may then run where the caller may. Linux
/// often has a new thread wait on its maker's processor until that sleeps, or for some milliseconds, even where another
/// is idle.
///
/// - Returns: Whether one could be had.
bool side_thread_start(void (*run)(void *context), void *context);

#endif
