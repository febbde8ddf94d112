#ifndef SESSION_H
#define SESSION_H

#include "CNcurses.h"

struct curses_session {
  SCREEN *screen;
  // Keys are read through a pad, because reading through the window would also draw it.
  WINDOW *keys;
  int32_t colors;
  bool has_default_colors;
  // The number of different pairs of colors so far.
  int32_t used_pairs;
  bool uses_mouse;
  bool uses_pastes;
};

#endif
