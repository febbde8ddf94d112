#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stdint.h>
#include "ForkedCase.h"

/// A SQLite VFS for tests: the system's own, in which one chosen operation goes wrong.
///
/// It passes everything through until it is armed, and then touches only the files of the armed store. It never waits
/// for the disk (`fsync`): a test tells a lost write by the power cut below, not by pulling a plug.

/// Operations that count and can go wrong; to be combined.
enum {
  FAULT_OPEN = 1,
  FAULT_WRITE = 2,
  FAULT_SYNC = 4,
  FAULT_TRUNCATE = 8,
  FAULT_DELETE = 16,
  FAULT_SHARED_MEMORY = 32,
  FAULT_READ = 64,
};

/// What happens at the chosen operation.
typedef enum {
  /// It fails, and the ones after it work.
  FAULT_EFFECT_ERROR_ONCE,
  /// It fails, and so does every one after it.
  FAULT_EFFECT_ERROR_FROM_THEN_ON,
  /// As above; a write stores half of its bytes and says that the disk is full.
  FAULT_EFFECT_FULL_ONCE,
  FAULT_EFFECT_FULL_FROM_THEN_ON,
  /// The process ends as by `kill -9`, during a write with half of its bytes stored.
  FAULT_EFFECT_KILL,
  /// The same, and any of the writes that were not synced are lost.
  FAULT_EFFECT_POWER_CUT,
} FaultEffect;

/// Makes the VFS the default one of this process; to be called before the first connection is opened.
void fault_vfs_register(void);

/// Chooses the operation that goes wrong and starts counting.
///
/// - Parameters:
///   - prefix: What the paths of the store's files start with. Temporary files count as well.
///   - operations: Which operations count.
///   - at: The operation that goes wrong, from 1; 0 only counts.
///   - seed: Chooses what a power cut loses.
void fault_vfs_arm(const char *prefix, unsigned operations, FaultEffect effect, int64_t at, uint64_t seed);

/// Ends the interference.
void fault_vfs_disarm(void);

/// Operations counted since arming.
int64_t fault_vfs_count(void);

/// How often something went wrong since arming.
int64_t fault_vfs_fired(void);

#endif
