// Starts and ends the use of the terminal.

#include "session.h"
#include "write_all.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

enum { ESCAPE_DELAY_MILLISECONDS = 25, LAST_ROW_OF_ANY_TERMINAL = 998 };

// ncurses uses the C library for text, which depends on the locale; all text here is UTF-8.
static void use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

const char *curses_terminal_type(void) {
  const char *type = getenv("TERM");
  return type != NULL ? type : "";
}

// Check these first, because newterm would print a message and end the program.
static enum curses_problem find_problem(const char *type) {
  int error = 0;
  // The function does not change the string.
  if (setupterm((char *)type, STDOUT_FILENO, &error) != OK) {
    return error == 1 ? CURSES_INCAPABLE_TYPE : CURSES_UNKNOWN_TYPE;
  }
  bool is_capable = cursor_address != NULL && (clear_screen != NULL || clr_eos != NULL);
  del_curterm(cur_term);
  return is_capable ? CURSES_NO_PROBLEM : CURSES_INCAPABLE_TYPE;
}

// Types that nearly every current terminal supports, the better one first.
static const char *const substitutes[] = {"xterm-256color", "xterm", "vt100", "ansi"};

// NULL stands for the type in TERM.
static const char *chosen_type = NULL;

const char *curses_substituted_type(void) { return chosen_type; }

static enum curses_problem choose_type(void) {
  chosen_type = NULL;
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CURSES_NOT_A_TERMINAL;
  enum curses_problem problem = find_problem(NULL);
  if (problem != CURSES_UNKNOWN_TYPE) return problem;
  for (size_t index = 0; index < sizeof substitutes / sizeof *substitutes; index++) {
    if (find_problem(substitutes[index]) != CURSES_NO_PROBLEM) continue;
    chosen_type = substitutes[index];
    return CURSES_NO_PROBLEM;
  }
  return CURSES_UNKNOWN_TYPE;
}

// The type with 24-bit color that goes with the one in TERM, if the terminal says that it has such colors.
static const char *direct_color_type(void) {
  static const char suffix[] = "-256color";
  static char direct[64];
  const char *colors = getenv("COLORTERM");
  if (colors == NULL || (strcmp(colors, "truecolor") != 0 && strcmp(colors, "24bit") != 0)) return NULL;
  const char *type = curses_terminal_type();
  size_t length = strlen(type);
  size_t tail = sizeof suffix - 1;
  if (chosen_type != NULL || length <= tail || strcmp(type + length - tail, suffix) != 0) return NULL;
  int size = snprintf(direct, sizeof direct, "%.*s-direct", (int)(length - tail), type);
  if (size < 0 || (size_t)size >= sizeof direct) return NULL;
  return find_problem(direct) == CURSES_NO_PROBLEM ? direct : NULL;
}

// newterm installs its own handlers, but the program handles these signals.
static SCREEN *open_screen(bool uses_color) {
  const char *direct = uses_color ? direct_color_type() : NULL;
  static const int numbers[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  enum { COUNT = sizeof numbers / sizeof *numbers };
  struct sigaction kept[COUNT];
  for (int index = 0; index < COUNT; index++) sigaction(numbers[index], NULL, &kept[index]);
  SCREEN *screen = newterm((char *)(direct != NULL ? direct : chosen_type), stdout, stdin);
  for (int index = 0; index < COUNT; index++) sigaction(numbers[index], &kept[index], NULL);
  return screen;
}

static void set_modes(curses_session *session) {
  raw();
  noecho();
  nonl();
  set_escdelay(ESCAPE_DELAY_MILLISECONDS);
  // Pending input must not interrupt the output of a screen.
  typeahead(-1);
  intrflush(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  keypad(session->keys, TRUE);
  // Mouse reports are read like other sequences. ncurses would drop their beginning as a key, and the rest would be read
  // as typed text. The keys can be removed only after keypad mode was turned on.
  define_key(NULL, KEY_MOUSE);
  meta(session->keys, TRUE);
  nodelay(session->keys, TRUE);
}

static void set_colors(curses_session *session, bool uses_color) {
  if (!uses_color || !has_colors() || start_color() != OK) return;
  session->colors = COLORS > 256 ? COLORS : COLORS == 256 ? 256 : COLORS >= 16 ? 16 : 8;
  session->has_default_colors = use_default_colors() == OK;
}

// Reports presses, releases and moves with a button down, with positions as numbers.
static const char mouse_on[] = "\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l";

static void send(const char *bytes) { write_all(STDOUT_FILENO, bytes, strlen(bytes)); }

// Reports pastes between marks.
static const char pastes_on[] = "\033[?2004h";
static const char pastes_off[] = "\033[?2004l";

static void enter_input_modes(const curses_session *session) {
  if (session->uses_mouse) send(mouse_on);
  if (session->uses_pastes) send(pastes_on);
}

static void leave_input_modes(const curses_session *session) {
  if (session->uses_pastes) send(pastes_off);
  if (session->uses_mouse) send(mouse_off);
}

static void prepare_guard(const curses_session *session) {
  crash_guard_clear_bytes();
  if (session->uses_pastes) crash_guard_add_bytes(pastes_off);
  if (session->uses_mouse) crash_guard_add_bytes(mouse_off);
  crash_guard_add_bytes(exit_attribute_mode);
  crash_guard_add_bytes(orig_pair);
  crash_guard_add_bytes(keypad_local);
  crash_guard_add_bytes(cursor_normal);
  if (exit_ca_mode != NULL) {
    crash_guard_add_bytes(exit_ca_mode);
  } else {
    crash_guard_add_bytes(tparm(cursor_address, (long)LAST_ROW_OF_ANY_TERMINAL, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
    crash_guard_add_bytes("\r\n");
  }
}

curses_session *curses_start(bool uses_color, bool uses_mouse, int32_t *problem) {
  use_utf8();
  *problem = choose_type();
  if (*problem != CURSES_NO_PROBLEM) return NULL;
  crash_guard_remember_terminal();
  *problem = CURSES_NOT_STARTED;
  curses_session *session = calloc(1, sizeof *session);
  if (session == NULL) return NULL;
  session->screen = open_screen(uses_color);
  session->keys = session->screen != NULL ? newpad(1, 1) : NULL;
  if (session->keys == NULL) {
    curses_stop(session);
    return NULL;
  }
  *problem = CURSES_NO_PROBLEM;
  // If terminfo has no mouse, the terminal may not support the sequences.
  session->uses_mouse = uses_mouse && key_mouse != NULL;
  // Terminals that follow ECMA-48 ignore unknown modes.
  session->uses_pastes = strncmp(cursor_address, "\033[", 2) == 0;
  prepare_guard(session);
  crash_guard_set_armed(true);
  enter_input_modes(session);
  set_modes(session);
  set_colors(session, uses_color);
  curses_update_size();
  return session;
}

// Gives the terminal back; without an alternate screen, later output begins on a new line below the last screen.
static void leave_screen(curses_session *session) {
  leave_input_modes(session);
  endwin();
  if (exit_ca_mode == NULL) {
    putchar('\n');
    fflush(stdout);
  }
}

void curses_stop(curses_session *session) {
  if (session->screen != NULL) {
    if (!isendwin()) leave_screen(session);
    crash_guard_set_armed(false);
    if (session->keys != NULL) delwin(session->keys);
    delscreen(session->screen);
  }
  free(session);
}

void curses_suspend(curses_session *session) {
  leave_screen(session);
  crash_guard_set_armed(false);
}

void curses_enter_modes(const curses_session *session) {
  reset_prog_mode();
  enter_input_modes(session);
}

void curses_resume(curses_session *session) {
  crash_guard_set_armed(true);
  curses_enter_modes(session);
  curses_forget_screen();
}
