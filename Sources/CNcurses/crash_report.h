// Writes a crash report to a file, without the user's data.

#ifndef CRASH_REPORT_H
#define CRASH_REPORT_H

// Loads the library for backtraces, which a handler must not do.
void crash_report_prepare(void);
// Writes the report and prints where it is, or does nothing if no file was set. Called in a handler.
void crash_report_write(int signal_number);

#endif
