#include "PowerCut.h"

#include <stdlib.h>
#include <string.h>

struct UnsyncedChange {
  sqlite3_int64 size_before;
  sqlite3_int64 offset;
  char *before;
  int before_count;
  /// NULL for a truncation to `offset`.
  char *after;
  int after_count;
};

static sqlite3_int64 size_of(sqlite3_file *file) {
  sqlite3_int64 size = 0;
  file->pMethods->xFileSize(file, &size);
  return size;
}

static struct UnsyncedChange *add(Unsynced *log) {
  if (log->count == log->capacity) {
    log->capacity = log->capacity == 0 ? 64 : log->capacity * 2;
    log->changes = realloc(log->changes, sizeof(struct UnsyncedChange) * (size_t)log->capacity);
    if (log->changes == NULL) abort();
  }
  return memset(&log->changes[log->count++], 0, sizeof(struct UnsyncedChange));
}

/// Keeps the bytes from `offset` on that the file has now, `count` at most.
static void keep_before(struct UnsyncedChange *change, sqlite3_file *file, sqlite3_int64 offset, sqlite3_int64 count) {
  change->size_before = size_of(file);
  change->offset = offset;
  sqlite3_int64 there = change->size_before - offset;
  if (there > count) there = count;
  if (there <= 0) return;
  change->before = malloc((size_t)there);
  change->before_count = (int)there;
  if (change->before == NULL) abort();
  file->pMethods->xRead(file, change->before, (int)there, offset);
}

void unsynced_note_write(Unsynced *log, sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct UnsyncedChange *change = add(log);
  keep_before(change, file, offset, count);
  change->after = malloc((size_t)count);
  change->after_count = count;
  if (change->after == NULL) abort();
  memcpy(change->after, bytes, (size_t)count);
}

void unsynced_note_truncate(Unsynced *log, sqlite3_file *file, sqlite3_int64 size) {
  keep_before(add(log), file, size, size_of(file) - size);
}

void unsynced_clear(Unsynced *log) {
  for (int index = 0; index < log->count; index++) {
    free(log->changes[index].before);
    free(log->changes[index].after);
  }
  free(log->changes);
  memset(log, 0, sizeof *log);
}

static void undo(struct UnsyncedChange *change, sqlite3_file *file) {
  if (change->before_count > 0) file->pMethods->xWrite(file, change->before, change->before_count, change->offset);
  if (size_of(file) > change->size_before) file->pMethods->xTruncate(file, change->size_before);
}

static void redo(struct UnsyncedChange *change, sqlite3_file *file) {
  if (change->after != NULL)
    file->pMethods->xWrite(file, change->after, change->after_count, change->offset);
  else if (size_of(file) > change->offset)
    file->pMethods->xTruncate(file, change->offset);
}

static uint64_t next(uint64_t *random) {
  uint64_t mixed = (*random += 0x9E3779B97F4A7C15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

void unsynced_lose_some(Unsynced *log, sqlite3_file *file, uint64_t *random) {
  for (int index = log->count - 1; index >= 0; index--) undo(&log->changes[index], file);
  // All lost, about half, or all kept.
  uint64_t kept = next(random) % 3;
  for (int index = 0; index < log->count; index++)
    if (kept == 2 || (kept == 1 && next(random) % 2 == 0)) redo(&log->changes[index], file);
}
