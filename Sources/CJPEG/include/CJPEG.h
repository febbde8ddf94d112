// Decodes a JPEG row by row, at a fraction of its size, and encodes small pictures.
//
// libjpeg reports errors with longjmp, which must not cross Swift code, so it does not leave this module.

#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct jpeg_rows jpeg_rows;

// Copies the next bytes of the file, at most `capacity`; returns 0 at the end.
typedef size_t (*jpeg_rows_source)(void *context, uint8_t *bytes, size_t capacity);

// Reads the markers up to the first scan; returns NULL if it is not a JPEG, or if there is not enough memory.
// A file that ends too soon continues in gray.
jpeg_rows *jpeg_rows_open(jpeg_rows_source source, void *context);
void jpeg_rows_close(jpeg_rows *rows);

uint32_t jpeg_rows_width(const jpeg_rows *rows);
uint32_t jpeg_rows_height(const jpeg_rows *rows);
bool jpeg_rows_is_progressive(const jpeg_rows *rows);
bool jpeg_rows_is_arithmetic(const jpeg_rows *rows);

// The number of bytes before the next one to decode; once opened, those before the first scan.
size_t jpeg_rows_offset(const jpeg_rows *rows);

// The memory in bytes for the coefficients of the whole picture; 0 if one scan makes the picture.
size_t jpeg_rows_coefficient_bytes(jpeg_rows *rows);

typedef enum jpeg_rows_start_result {
  JPEG_ROWS_STARTED,
  JPEG_ROWS_FAILED,
  JPEG_ROWS_TOO_MANY_SCANS,
} jpeg_rows_start_result;

// Call this before the first row is read. `eighths`, 1 to 8, is the scale: each side is rounded up.
jpeg_rows_start_result jpeg_rows_start(jpeg_rows *rows, int32_t eighths, int32_t max_scans);

// The size and the number of samples of a pixel: 3 for RGB, 4 for inverted CMYK. Known once started.
uint32_t jpeg_rows_scaled_width(const jpeg_rows *rows);
uint32_t jpeg_rows_scaled_height(const jpeg_rows *rows);
int32_t jpeg_rows_channels(const jpeg_rows *rows);

// Reads the next row into `scaled width * channels` bytes; returns false if the file is damaged.
bool jpeg_rows_next(jpeg_rows *rows, uint8_t *row);

typedef struct jpeg_picture {
  // Red, green and blue of each pixel, row by row.
  const uint8_t *bytes;
  uint32_t width;
  uint32_t height;
} jpeg_picture;

// Encodes a picture with a quality of 1 to 100 and half of the resolution for colors. Returns NULL if there is not enough
// memory; the result is freed with `jpeg_free`.
uint8_t *jpeg_encode(jpeg_picture picture, int32_t quality, bool is_progressive, size_t *count);
void jpeg_free(uint8_t *bytes);

#endif
