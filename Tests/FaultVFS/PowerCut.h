#ifndef POWER_CUT_H
#define POWER_CUT_H

#include <sqlite3.h>
#include <stdint.h>

/// What was written to one file since it was last synced.
typedef struct Unsynced Unsynced;

struct Unsynced {
  struct UnsyncedChange *changes;
  int count;
  int capacity;
};

/// Notes a write that is about to happen, with the bytes it replaces.
void unsynced_note_write(Unsynced *log, sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset);

/// Notes a truncation that is about to happen, with the bytes it cuts.
void unsynced_note_truncate(Unsynced *log, sqlite3_file *file, sqlite3_int64 size);

/// Forgets what has reached the disk.
void unsynced_clear(Unsynced *log);

/// Brings the file to a state that a power cut may leave: each change since the last sync is there or not, by chance.
void unsynced_lose_some(Unsynced *log, sqlite3_file *file, uint64_t *random);

#endif
