// Uses only open, mkdir, write and backtrace; backtrace is safe after its first call, which loads its library.
// Addresses are relative to the beginning of the program, so that they are the same in every run. File names are not
// included, because they may contain the user's data.

#include "crash_report.h"

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash_guard.h"

enum { MOST_FRAMES = 64 };

// The linker's symbols for the beginning of the program and the end of its code.
extern const char __executable_start, etext;

static struct {
  char path[PATH_MAX];
  char heading[128];
  char sentence[PATH_MAX + 128];
} report;

static void copy(char *target, size_t size, const char *text) {
  size_t length = strnlen(text, size - 1);
  memcpy(target, text, length);
  target[length] = '\0';
}

void crash_guard_set_report(const char *path, const char *heading, const char *sentence) {
  copy(report.heading, sizeof report.heading, heading);
  copy(report.sentence, sizeof report.sentence, sentence);
  // A truncated path would name another file.
  copy(report.path, sizeof report.path, strlen(path) < sizeof report.path ? path : "");
}

void crash_report_prepare(void) {
  void *frame;
  backtrace(&frame, 1);
}

static void write_text(int file, const char *text) {
  if (write(file, text, strlen(text)) < 0) return;
}

static void write_number(int file, uintptr_t number, unsigned base) {
  char digits[24];
  char *start = digits + sizeof digits - 1;
  *start = '\0';
  do *--start = "0123456789abcdef"[number % base];
  while ((number /= base) > 0);
  write_text(file, start);
}

static void make_folders(void) {
  for (char *slash = report.path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = '\0';
    mkdir(report.path, 0700);
    *slash = '/';
  }
}

static void write_frames(int file) {
  void *frames[MOST_FRAMES];
  int count = backtrace(frames, MOST_FRAMES);
  for (int index = 0; index < count; index++) {
    const char *address = frames[index];
    if (address >= &__executable_start && address < &etext) {
      write_text(file, "program +0x");
      write_number(file, (uintptr_t)(address - &__executable_start), 16);
    } else {
      write_text(file, "library");
    }
    write_text(file, "\n");
  }
}

void crash_report_write(int signal_number) {
  if (report.path[0] == '\0') return;
  make_folders();
  unlink(report.path);
  int file = open(report.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  write_text(file, report.heading);
  write_text(file, "\nsignal ");
  write_number(file, (uintptr_t)signal_number, 10);
  write_text(file, "\n");
  write_frames(file);
  close(file);
  write_text(STDERR_FILENO, report.sentence);
  write_text(STDERR_FILENO, "\n");
}
