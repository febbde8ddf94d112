#include "FaultVFS.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "PowerCut.h"

typedef struct FaultFile FaultFile;

struct FaultFile {
  sqlite3_file base;
  /// NULL for a temporary file.
  const char *name;
  Unsynced unsynced;
  FaultFile *next_open;
  /// The system's file; its memory follows.
  sqlite3_file *real;
};

/// One mutex guards all of it: SQLite calls from any thread.
static struct {
  pthread_mutex_t mutex;
  bool is_armed;
  char *prefix;
  unsigned operations;
  FaultEffect effect;
  int64_t at, count, fired;
  uint64_t random;
  FaultFile *open_files;
} state = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static sqlite3_vfs *system_vfs;

static void lock(void) { pthread_mutex_lock(&state.mutex); }
static void unlock(void) { pthread_mutex_unlock(&state.mutex); }

static bool is_armed_for(const char *name) {
  return state.is_armed && (name == NULL || strncmp(name, state.prefix, strlen(state.prefix)) == 0);
}

/// Counts an operation and says whether it is to go wrong.
static bool goes_wrong(const char *name, unsigned operation) {
  lock();
  bool wrong = false;
  if (is_armed_for(name) && (state.operations & operation)) {
    state.count++;
    bool lasts = state.effect == FAULT_EFFECT_ERROR_FROM_THEN_ON || state.effect == FAULT_EFFECT_FULL_FROM_THEN_ON;
    wrong = state.at > 0 && (lasts ? state.count >= state.at : state.count == state.at);
    state.fired += wrong;
  }
  unlock();
  return wrong;
}

static void lose_unsynced_writes(void) {
  for (FaultFile *file = state.open_files; file != NULL; file = file->next_open)
    unsynced_lose_some(&file->unsynced, file->real, &state.random);
}

/// What the chosen operation returns, if it returns at all.
static int failure(int code) {
  if (state.effect == FAULT_EFFECT_POWER_CUT) {
    lock();
    lose_unsynced_writes();
  }
  if (state.effect == FAULT_EFFECT_POWER_CUT || state.effect == FAULT_EFFECT_KILL) kill(getpid(), SIGKILL);
  return code;
}

static bool keeps_unsynced(FaultFile *file) {
  return state.effect == FAULT_EFFECT_POWER_CUT && is_armed_for(file->name);
}

#define REAL(file) (((FaultFile *)(file))->real)
#define CALL(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)
#define FAILS(file, operation) goes_wrong(((FaultFile *)(file))->name, operation)

static int fault_close(sqlite3_file *file) {
  FaultFile *closing = (FaultFile *)file;
  lock();
  FaultFile **place = &state.open_files;
  while (*place != NULL && *place != closing) place = &(*place)->next_open;
  if (*place == closing) *place = closing->next_open;
  unsynced_clear(&closing->unsynced);
  unlock();
  return CALL(file, xClose);
}

static int fault_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (FAILS(file, FAULT_READ)) return failure(SQLITE_IOERR_READ);
  return CALL(file, xRead, bytes, count, offset);
}

static int fault_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  FaultFile *written = (FaultFile *)file;
  bool fails = FAILS(file, FAULT_WRITE);
  int stored = fails ? count / 2 : count;
  lock();
  if (keeps_unsynced(written)) unsynced_note_write(&written->unsynced, written->real, bytes, stored, offset);
  unlock();
  if (!fails) return CALL(file, xWrite, bytes, count, offset);
  CALL(file, xWrite, bytes, stored, offset);
  bool is_full = state.effect == FAULT_EFFECT_FULL_ONCE || state.effect == FAULT_EFFECT_FULL_FROM_THEN_ON;
  return failure(is_full ? SQLITE_FULL : SQLITE_IOERR_WRITE);
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
  FaultFile *cut = (FaultFile *)file;
  if (FAILS(file, FAULT_TRUNCATE)) return failure(SQLITE_IOERR_TRUNCATE);
  lock();
  if (keeps_unsynced(cut)) unsynced_note_truncate(&cut->unsynced, cut->real, size);
  unlock();
  return CALL(file, xTruncate, size);
}

static int fault_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (FAILS(file, FAULT_SYNC)) return failure(SQLITE_IOERR_FSYNC);
  lock();
  unsynced_clear(&((FaultFile *)file)->unsynced);
  unlock();
  return SQLITE_OK;
}

static int fault_file_size(sqlite3_file *file, sqlite3_int64 *size) { return CALL(file, xFileSize, size); }
static int fault_lock(sqlite3_file *file, int level) { return CALL(file, xLock, level); }
static int fault_unlock(sqlite3_file *file, int level) { return CALL(file, xUnlock, level); }
static int fault_check_reserved(sqlite3_file *file, int *result) { return CALL(file, xCheckReservedLock, result); }
static int fault_control(sqlite3_file *file, int code, void *value) { return CALL(file, xFileControl, code, value); }
static int fault_sector_size(sqlite3_file *file) { return CALL(file, xSectorSize); }
static int fault_characteristics(sqlite3_file *file) { return CALL(file, xDeviceCharacteristics); }

static int fault_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **place) {
  if (FAILS(file, FAULT_SHARED_MEMORY)) return failure(SQLITE_IOERR_SHMMAP);
  return CALL(file, xShmMap, page, size, extends, place);
}

static int fault_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) && FAILS(file, FAULT_SHARED_MEMORY)) return failure(SQLITE_IOERR_SHMLOCK);
  return CALL(file, xShmLock, offset, count, flags);
}

static void fault_shm_barrier(sqlite3_file *file) { CALL(file, xShmBarrier); }
static int fault_shm_unmap(sqlite3_file *file, int deletes) { return CALL(file, xShmUnmap, deletes); }

static int fault_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **place) {
  return CALL(file, xFetch, offset, count, place);
}

static int fault_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *place) {
  return CALL(file, xUnfetch, offset, place);
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 3,
    .xClose = fault_close,
    .xRead = fault_read,
    .xWrite = fault_write,
    .xTruncate = fault_truncate,
    .xSync = fault_sync,
    .xFileSize = fault_file_size,
    .xLock = fault_lock,
    .xUnlock = fault_unlock,
    .xCheckReservedLock = fault_check_reserved,
    .xFileControl = fault_control,
    .xSectorSize = fault_sector_size,
    .xDeviceCharacteristics = fault_characteristics,
    .xShmMap = fault_shm_map,
    .xShmLock = fault_shm_lock,
    .xShmBarrier = fault_shm_barrier,
    .xShmUnmap = fault_shm_unmap,
    .xFetch = fault_fetch,
    .xUnfetch = fault_unfetch,
};

static int fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out) {
  (void)vfs;
  FaultFile *opened = (FaultFile *)file;
  memset(opened, 0, sizeof *opened);
  if (goes_wrong(name, FAULT_OPEN)) return failure(SQLITE_CANTOPEN);
  opened->name = name;
  opened->real = (sqlite3_file *)(opened + 1);
  int code = system_vfs->xOpen(system_vfs, name, opened->real, flags, flags_out);
  if (opened->real->pMethods == NULL) return code;
  opened->base.pMethods = &file_methods;
  lock();
  opened->next_open = state.open_files;
  state.open_files = opened;
  unlock();
  return code;
}

static int fault_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
  (void)vfs;
  if (goes_wrong(name, FAULT_DELETE)) return failure(SQLITE_IOERR_DELETE);
  return system_vfs->xDelete(system_vfs, name, sync_folder);
}

void fault_vfs_register(void) {
  static sqlite3_vfs vfs;
  sqlite3_initialize();
  system_vfs = sqlite3_vfs_find(NULL);
  // Everything but opening and deleting is the system's, which uses nothing of its own structure there.
  vfs = *system_vfs;
  vfs.zName = "fault";
  vfs.szOsFile = (int)sizeof(FaultFile) + system_vfs->szOsFile;
  vfs.xOpen = fault_open;
  vfs.xDelete = fault_delete;
  sqlite3_vfs_register(&vfs, 1);
}

void fault_vfs_arm(const char *prefix, unsigned operations, FaultEffect effect, int64_t at, uint64_t seed) {
  lock();
  free(state.prefix);
  state.prefix = strdup(prefix);
  state.operations = operations;
  state.effect = effect;
  state.at = at;
  state.count = 0;
  state.fired = 0;
  state.random = seed;
  state.is_armed = true;
  unlock();
}

void fault_vfs_disarm(void) {
  lock();
  state.is_armed = false;
  unlock();
}

int64_t fault_vfs_count(void) { return state.count; }

int64_t fault_vfs_fired(void) { return state.fired; }
