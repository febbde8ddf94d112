#include "CJPEG.h"

#ifdef PICTURE_CODECS

#include "failure.h"

#include <stdlib.h>

typedef struct encoder {
  struct jpeg_compress_struct jpeg;
  jpeg_failure failure;
  unsigned char *bytes;
  unsigned long count;
} encoder;

static bool encode(encoder *encoder, jpeg_picture picture, int32_t quality, bool is_progressive) {
  if (setjmp(encoder->failure.target)) return false;
  struct jpeg_compress_struct *jpeg = &encoder->jpeg;
  jpeg_create_compress(jpeg);
  jpeg_mem_dest(jpeg, &encoder->bytes, &encoder->count);
  jpeg->image_width = picture.width;
  jpeg->image_height = picture.height;
  jpeg->input_components = 3;
  jpeg->in_color_space = JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  if (is_progressive) jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < picture.height) {
    JSAMPROW row = (JSAMPROW)picture.bytes + (size_t)3 * picture.width * jpeg->next_scanline;
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  return true;
}

uint8_t *jpeg_encode(jpeg_picture picture, int32_t quality, bool is_progressive, size_t *count) {
  encoder encoder = {0};
  encoder.jpeg.err = jpeg_failure_manager(&encoder.failure);
  const bool is_encoded = encode(&encoder, picture, quality, is_progressive);
  jpeg_destroy_compress(&encoder.jpeg);
  // After a failure, libjpeg may have freed the buffer itself.
  if (!is_encoded) return NULL;
  *count = encoder.count;
  return encoder.bytes;
}

void jpeg_free(uint8_t *bytes) { free(bytes); }

#endif
