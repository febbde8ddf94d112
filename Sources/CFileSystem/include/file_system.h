#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

// Linux' renameat2(2), whose declaration Swift does not import.

/// Renames a file or folder unless something has the new name already. Returns 0, or -1 and sets errno: EEXIST if the
/// name is taken, EINVAL if the file system cannot do it.
int file_system_move(const char *from, const char *to);

/// Swaps the names of two files or folders in one step. Returns 0, or -1 and sets errno.
int file_system_exchange(const char *one, const char *other);

#endif
