// Draws cells and reads keys.

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "session.h"
#include "write_all.h"

enum { MOST_SCALARS = CCHARW_MAX };

int32_t curses_colors(const curses_session *session) { return session->colors; }

int32_t curses_pairs(const curses_session *session) { return session->colors > 0 ? COLOR_PAIRS : 0; }

bool curses_has_default_colors(const curses_session *session) { return session->has_default_colors; }

static attr_t curses_attributes_of(uint32_t attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CURSES_BOLD) result |= A_BOLD;
  if (attributes & CURSES_DIM) result |= A_DIM;
  if (attributes & CURSES_REVERSE) result |= A_REVERSE;
  if (attributes & CURSES_UNDERLINE) result |= A_UNDERLINE;
  return result;
}

uint32_t curses_attributes(void) {
  attr_t known = term_attrs();
  uint32_t result = 0;
  for (uint32_t bit = CURSES_BOLD; bit <= CURSES_UNDERLINE; bit <<= 1) {
    if (known & curses_attributes_of(bit)) result |= bit;
  }
  return result;
}

int32_t curses_columns(void) { return getmaxx(stdscr); }

int32_t curses_rows(void) { return getmaxy(stdscr); }

bool curses_update_size(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return false;
  // A serial line without a known size reports 0.
  if (size.ws_row == 0 || size.ws_col == 0) return false;
  if (size.ws_row == curses_rows() && size.ws_col == curses_columns()) return false;
  return resizeterm(size.ws_row, size.ws_col) == OK;
}

bool curses_pixel_size(int32_t *width, int32_t *height) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_xpixel == 0 || size.ws_ypixel == 0) return false;
  *width = size.ws_xpixel;
  *height = size.ws_ypixel;
  return true;
}

int32_t curses_pair(curses_session *session, int32_t foreground, int32_t background) {
  if (session->colors == 0) return 0;
  if (find_pair(foreground, background) < 0) session->used_pairs++;
  int pair = alloc_pair(foreground, background);
  return pair > 0 ? pair : 0;
}

// Without free pairs, ncurses would look for the cells of each pair that it reuses, in the whole screen.
bool curses_renew_pairs(curses_session *session) {
  if (session->colors == 0 || session->used_pairs < COLOR_PAIRS / 4 * 3) return false;
  session->used_pairs = 0;
  reset_color_pairs();
  return true;
}

void curses_put(
    int32_t row, int32_t column, const uint32_t *scalars, int32_t count, uint32_t attributes, int32_t pair) {
  wchar_t text[MOST_SCALARS + 1] = {0};
  for (int32_t index = 0; index < count && index < MOST_SCALARS; index++) text[index] = (wchar_t)scalars[index];
  cchar_t cell;
  if (setcchar(&cell, text, curses_attributes_of(attributes), 0, &pair) == ERR) return;
  // In the last cell this reports an error because the cursor cannot advance, but the cell is set.
  mvwadd_wch(stdscr, row, column, &cell);
}

void curses_erase(void) { werase(stdscr); }

void curses_rewrite_row(int32_t row) { wredrawln(stdscr, row, 1); }

// To optimize moved rows, ncurses would scroll parts of the screen with SU and SD, which several emulators do not
// support: they would keep the old rows. Rows with many changes are sent as a whole instead.
static void send_changed_rows_whole(void) {
  enum { ROWS_THAT_COULD_HAVE_MOVED = 4 };
  int changed = 0;
  for (int row = 0; row < LINES; row++) changed += is_linetouched(stdscr, row) ? 1 : 0;
  if (changed < ROWS_THAT_COULD_HAVE_MOVED) return;
  for (int row = 0; row < LINES; row++) {
    if (is_linetouched(stdscr, row)) wredrawln(stdscr, row, 1);
  }
}

void curses_show(int32_t row, int32_t column) {
  // A terminal that cannot hide its cursor shows it, which is harmless.
  curs_set(row >= 0 ? 1 : 0);
  if (row >= 0) wmove(stdscr, row, column);
  send_changed_rows_whole();
  wnoutrefresh(stdscr);
  doupdate();
}

void curses_forget_screen(void) { clearok(curscr, TRUE); }

bool curses_is_ecma_48(const curses_session *session) { return session->uses_pastes; }

void curses_send(const uint8_t *bytes, int32_t count) {
  write_all(STDOUT_FILENO, (const char *)bytes, (size_t)count);
}

bool curses_wait_for_input(int32_t milliseconds) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, milliseconds) > 0 && (input.revents & POLLIN) != 0;
}

int32_t curses_read(curses_session *session) {
  int key;
  // Resizing adds a key to the queue, but the program already handles SIGWINCH.
  do key = wgetch(session->keys);
  while (key == KEY_RESIZE);
  return key == ERR ? -1 : key;
}

const char *curses_key_name(int32_t number) { return number > KEY_MAX ? keyname(number) : NULL; }
