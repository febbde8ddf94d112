// Restores the terminal when the program crashes.

#ifndef CRASH_GUARD_H
#define CRASH_GUARD_H

#include <stdbool.h>

// Saves the state of the terminal. Call it before anything changes the terminal.
void crash_guard_remember_terminal(void);
// Clears the bytes to send, and adds terminfo strings to them; NULL adds nothing.
void crash_guard_clear_bytes(void);
void crash_guard_add_bytes(const char *terminfo_string);
// Handles the signals of a crash; `message` is printed after the terminal has been restored.
void crash_guard_install(const char *message);
void crash_guard_remove(void);
// Prints a message of one line when SIGBUS ends the program; `crash_guard_install` calls this handler after its own.
void crash_guard_report_bus_errors(const char *message);
// Names the file that a crash is reported in, its first line, and what is printed once it has been written.
void crash_guard_set_report(const char *path, const char *heading, const char *sentence);
// Sets whether the program is using the terminal, so that it must be restored.
void crash_guard_set_armed(bool is_armed);

#endif
