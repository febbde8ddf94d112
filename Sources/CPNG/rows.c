#include "CPNG.h"

#ifdef PICTURE_CODECS

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

struct png_rows {
  png_structp png;
  png_infop info;
  png_rows_source source;
  void *context;
};

// libpng's own handler would print.
static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_source(png_structp png, png_bytep bytes, size_t count) {
  png_rows *rows = png_get_io_ptr(png);
  if (!rows->source(rows->context, bytes, count)) png_error(png, "the file ends too soon");
}

void png_rows_close(png_rows *rows) {
  if (rows == NULL) return;
  png_destroy_read_struct(&rows->png, &rows->info, NULL);
  free(rows);
}

static bool read_header(png_rows *rows, png_rows_limits limits) {
  if (setjmp(png_jmpbuf(rows->png))) return false;
  png_set_read_fn(rows->png, rows, read_source);
  png_set_user_limits(rows->png, limits.side, limits.side);
  png_set_chunk_malloc_max(rows->png, limits.chunk);
  png_read_info(rows->png, rows->info);
  return true;
}

png_rows *png_rows_open(png_rows_source source, void *context, png_rows_limits limits) {
  png_rows *rows = calloc(1, sizeof *rows);
  if (rows == NULL) return NULL;
  rows->source = source;
  rows->context = context;
  rows->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  if (rows->png != NULL) rows->info = png_create_info_struct(rows->png);
  if (rows->info == NULL || !read_header(rows, limits)) {
    png_rows_close(rows);
    return NULL;
  }
  return rows;
}

uint32_t png_rows_width(const png_rows *rows) { return png_get_image_width(rows->png, rows->info); }

uint32_t png_rows_height(const png_rows *rows) { return png_get_image_height(rows->png, rows->info); }

bool png_rows_is_interlaced(const png_rows *rows) {
  return png_get_interlace_type(rows->png, rows->info) != PNG_INTERLACE_NONE;
}

static void set_transformations(png_structp png) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
}

int32_t png_rows_start(png_rows *rows) {
  if (setjmp(png_jmpbuf(rows->png))) return 0;
  set_transformations(rows->png);
  const int32_t passes = png_set_interlace_handling(rows->png);
  png_read_update_info(rows->png, rows->info);
  return passes;
}

int32_t png_rows_start_first_pass(png_rows *rows) {
  if (setjmp(png_jmpbuf(rows->png))) return 0;
  set_transformations(rows->png);
  png_read_update_info(rows->png, rows->info);
  return 1;
}

int32_t png_rows_channels(const png_rows *rows) { return png_get_channels(rows->png, rows->info); }

bool png_rows_next(png_rows *rows, uint8_t *row) {
  if (setjmp(png_jmpbuf(rows->png))) return false;
  png_read_row(rows->png, row, NULL);
  return true;
}

#endif
