// The used part of ncurses as functions that Swift can call, because ncurses uses macros, global variables, and types
// that differ between its builds.

#ifndef CNCURSES_H
#define CNCURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
// For the key numbers, such as KEY_UP.
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>

#include "crash_guard.h"

typedef struct curses_session curses_session;

enum curses_problem {
  CURSES_NO_PROBLEM = 0,
  // Standard input or standard output is not a terminal.
  CURSES_NOT_A_TERMINAL = 1,
  // TERM is unset or unknown, and no replacement is known either.
  CURSES_UNKNOWN_TYPE = 2,
  // The type cannot position its cursor.
  CURSES_INCAPABLE_TYPE = 3,
  CURSES_NOT_STARTED = 4,
};

enum curses_attribute {
  CURSES_BOLD = 1,
  CURSES_DIM = 2,
  CURSES_REVERSE = 4,
  CURSES_UNDERLINE = 8,
};

// Starts using the terminal; on failure sets the problem, returns NULL, and does not change the terminal.
curses_session *curses_start(bool uses_color, bool uses_mouse, int32_t *problem);
// Restores the terminal and frees the session.
void curses_stop(curses_session *session);
// Restore the terminal temporarily, and use it again; then everything is redrawn.
void curses_suspend(curses_session *session);
void curses_resume(curses_session *session);
// Sets the modes of the terminal again, which another program may have changed.
void curses_enter_modes(const curses_session *session);

// The value of TERM; empty if it is unset.
const char *curses_terminal_type(void);
// The type that replaces an unknown one since `curses_start`; NULL if TERM is known.
const char *curses_substituted_type(void);

// 16777216 for direct color, else 256, 16, 8, or 0 without colors.
int32_t curses_colors(const curses_session *session);
// The number of color pairs.
int32_t curses_pairs(const curses_session *session);
// Whether -1 may be used for the terminal's default foreground and background.
bool curses_has_default_colors(const curses_session *session);
// The curses_attribute bits that the terminal supports.
uint32_t curses_attributes(void);

int32_t curses_columns(void);
int32_t curses_rows(void);
// Updates the size; returns whether it has changed.
bool curses_update_size(void);
// Returns whether the terminal has told its size in pixels, and sets that of the screen.
bool curses_pixel_size(int32_t *width, int32_t *height);

// Returns the pair for two colors; 0 is the terminal's default.
int32_t curses_pair(curses_session *session, int32_t foreground, int32_t background);
// If most pairs have been used, makes all of them free and returns true; then every cell must be drawn again.
bool curses_renew_pairs(curses_session *session);
// Draws one spacing scalar with its marks, `count` scalars in all.
void curses_put(
    int32_t row, int32_t column, const uint32_t *scalars, int32_t count, uint32_t attributes, int32_t pair);
void curses_erase(void);
// Makes the next `curses_show` send a row of the window, even if it has not changed.
void curses_rewrite_row(int32_t row);
// Sends the changes, and places the cursor, or hides it if the row is negative.
void curses_show(int32_t row, int32_t column);
// Makes the next `curses_show` send everything.
void curses_forget_screen(void);

// Whether the terminal follows ECMA-48, so that it ignores what it does not know.
bool curses_is_ecma_48(const curses_session *session);
// Sends bytes as they are, after everything that was drawn.
void curses_send(const uint8_t *bytes, int32_t count);
// Waits for input, and returns whether there is some.
bool curses_wait_for_input(int32_t milliseconds);

// Returns the next byte (below 256) or key number; -1 if there is none. Waits only for the rest of an escape sequence.
int32_t curses_read(curses_session *session);
// Returns the terminfo name of a key number without a constant, such as kUP5; NULL for others.
const char *curses_key_name(int32_t number);

#endif
