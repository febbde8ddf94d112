#ifndef SYSTEM_CALL_FAULTS_H
#define SYSTEM_CALL_FAULTS_H

#include <stdint.h>

// LD_PRELOAD library: makes the Nth call that opens, renames, links, removes, truncates or syncs a file fail, or kills the
// program just before it. FaultVFS injects faults below SQLite; this library covers all other file access.
//
//   SYSTEM_CALL_FAULTS_ROOT   calls are counted if their path is inside this folder, or if they take a descriptor
//   SYSTEM_CALL_FAULTS_AT     the number of the call, from 1; 0 only counts
//   SYSTEM_CALL_FAULTS_ERROR  the errno of the call; 0 kills the program
//   SYSTEM_CALL_FAULTS_WITHOUT_RENAMEAT2  if set, names can neither be swapped nor moved without replacing (EINVAL)
//   SYSTEM_CALL_FAULTS_STATE  a file of a SystemCallFaultsState, which is kept up to date

typedef struct {
  /// Calls that were counted.
  int64_t count;
  /// The name of the call that failed or was not made; empty as long as there is none.
  char call[56];
} SystemCallFaultsState;

#endif
