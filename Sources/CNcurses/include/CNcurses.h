// What the program needs of ncurses, as functions that Swift can call: ncurses itself speaks in macros, in
// global variables and in types that differ between its builds.

#ifndef CNCURSES_H
#define CNCURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
// For the numbers of its keys, KEY_UP and the like.
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>

#include "crash_guard.h"

typedef struct curses_session curses_session;

enum curses_problem {
  CURSES_NO_PROBLEM = 0,
  // Standard input or standard output is no terminal.
  CURSES_NOT_A_TERMINAL = 1,
  // TERM is unset or names no known type, and what could stand in for it is not known either.
  CURSES_UNKNOWN_TYPE = 2,
  // The type cannot place its cursor.
  CURSES_INCAPABLE_TYPE = 3,
  CURSES_NOT_STARTED = 4,
};

enum curses_attribute {
  CURSES_BOLD = 1,
  CURSES_DIM = 2,
  CURSES_REVERSE = 4,
  CURSES_UNDERLINE = 8,
};

// Takes the terminal over; on failure returns NULL, says why, and has left it as it was.
curses_session *curses_start(bool uses_color, bool uses_mouse, int32_t *problem);
// Gives the terminal back and frees the session.
void curses_stop(curses_session *session);
// Gives the terminal back for a while, and takes it again; then everything is drawn anew.
void curses_suspend(curses_session *session);
void curses_resume(curses_session *session);

// What TERM says; empty where it is unset.
const char *curses_terminal_type(void);
// The type that stands in for an unknown one since `curses_start`; NULL if there was no need.
const char *curses_substituted_type(void);

// 16777216 where colours are mixed, else 256, 16, 8, or 0 without colours.
int32_t curses_colors(const curses_session *session);
// How many pairs of colours there can be at once.
int32_t curses_pairs(const curses_session *session);
// Whether -1 may stand for the terminal's own foreground and background.
bool curses_has_default_colors(const curses_session *session);
// The curses_attribute bits that the terminal has.
uint32_t curses_attributes(void);

int32_t curses_columns(void);
int32_t curses_rows(void);
// Asks the terminal for its size; returns whether it has changed.
bool curses_update_size(void);

// The colour pair for two colours, 0 being the terminal's own.
int32_t curses_pair(const curses_session *session, int32_t foreground, int32_t background);
// Puts one spacing scalar with its marks, `count` in all.
void curses_put(
    int32_t row, int32_t column, const uint32_t *scalars, int32_t count, uint32_t attributes, int32_t pair);
void curses_erase(void);
// Sends what has changed, and leaves the cursor at a place, or hidden where the row is negative.
void curses_show(int32_t row, int32_t column);
// Makes the next `curses_show` send everything.
void curses_forget_screen(void);

// The next byte (below 256) or key number; -1 where there is none. Never waits longer than an escape needs.
int32_t curses_read(curses_session *session);
// The terminfo name of a key number that has no constant, such as kUP5; NULL for others.
const char *curses_key_name(int32_t number);

#endif
