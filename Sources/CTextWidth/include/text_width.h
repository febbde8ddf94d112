#ifndef TEXT_WIDTH_H
#define TEXT_WIDTH_H

#include <stdint.h>

/// Returns the columns that a character takes on a terminal, by the C library, which ncurses uses as well: 0 for a mark,
/// 1 or 2, and -1 for a character that cannot be printed.
///
/// The locale of the process does not matter. If the system has no locale with UTF-8, every character takes 1 column.
int32_t text_width(uint32_t scalar);

#endif
