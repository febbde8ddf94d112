#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

// System calls of Linux whose declarations Swift does not import.

/// Renames a file or folder unless the new name exists. Returns 0, or -1 and sets errno: EEXIST if the name exists,
/// EINVAL if the file system does not support this.
int file_system_rename_noreplace(const char *from, const char *to);

/// Swaps the names of two files or folders atomically. Returns 0, or -1 and sets errno.
int file_system_rename_exchange(const char *one, const char *other);

/// Creates a pipe that other programs do not inherit. Returns 0, or -1 and sets errno.
int file_system_pipe(int ends[2]);

/// Creates an empty file in memory that other programs do not inherit. Returns its descriptor, or -1 and sets errno.
int file_system_memory_file(void);

#endif
