// Reports a crash in a file, without anything of the user's.

#ifndef CRASH_REPORT_H
#define CRASH_REPORT_H

// Loads what a backtrace takes, which a handler must not do.
void crash_report_prepare(void);
// Called in a handler: writes the report and tells of it, or does nothing where no file was named.
void crash_report_write(int signal_number);

#endif
