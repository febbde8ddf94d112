// Reads a PNG's rows from top to bottom, as 8-bit RGB or RGBA for any file.
//
// libpng reports errors with longjmp, which must not cross Swift code, so it does not leave this module.

#ifndef CPNG_H
#define CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct png_rows png_rows;

// Copies the next `count` bytes of the file; returns false if there are fewer.
typedef bool (*png_rows_source)(void *context, uint8_t *bytes, size_t count);

typedef struct png_rows_limits {
  uint32_t side;
  // The largest chunk to hold in memory, in bytes.
  size_t chunk;
} png_rows_limits;

// Reads the header; returns NULL if it is not a PNG within the limits, or if there is not enough memory.
png_rows *png_rows_open(png_rows_source source, void *context, png_rows_limits limits);
void png_rows_close(png_rows *rows);

uint32_t png_rows_width(const png_rows *rows);
uint32_t png_rows_height(const png_rows *rows);
bool png_rows_is_interlaced(const png_rows *rows);

// Call one of these before the first row is read. `png_rows_start` says how often to go over all rows: an interlaced
// picture needs several passes over the same buffer. `png_rows_start_first_pass` reads only the first pass of an interlaced
// picture, which is every eighth pixel of every eighth row, put at the start of the row. 0 stands for a failure.
int32_t png_rows_start(png_rows *rows);
int32_t png_rows_start_first_pass(png_rows *rows);

// 3 for RGB, 4 for RGBA; known once started.
int32_t png_rows_channels(const png_rows *rows);

// Reads the next row into `width * channels` bytes; returns false if the file is damaged or cannot be read.
bool png_rows_next(png_rows *rows, uint8_t *row);

#endif
