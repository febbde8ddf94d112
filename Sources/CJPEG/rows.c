#include "CJPEG.h"

#ifdef PICTURE_CODECS

#include "failure.h"

#include <stdlib.h>

enum { buffer_size = 65536 };

struct jpeg_rows {
  struct jpeg_decompress_struct jpeg;
  jpeg_failure failure;
  struct jpeg_source_mgr input;
  struct jpeg_progress_mgr progress;
  jpeg_rows_source source;
  void *context;
  size_t read;
  int32_t max_scans;
  JOCTET buffer[buffer_size];
};

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill_buffer(j_decompress_ptr jpeg) {
  jpeg_rows *rows = jpeg->client_data;
  size_t count = rows->source(rows->context, rows->buffer, buffer_size);
  rows->read += count;
  if (count == 0) {
    rows->buffer[0] = 0xFF;
    rows->buffer[1] = JPEG_EOI;
    count = 2;
  }
  rows->input.next_input_byte = rows->buffer;
  rows->input.bytes_in_buffer = count;
  return TRUE;
}

static void skip_bytes(j_decompress_ptr jpeg, long count) {
  struct jpeg_source_mgr *input = jpeg->src;
  while (count > (long)input->bytes_in_buffer) {
    count -= (long)input->bytes_in_buffer;
    fill_buffer(jpeg);
  }
  if (count <= 0) return;
  input->next_input_byte += count;
  input->bytes_in_buffer -= (size_t)count;
}

static void check_scans(j_common_ptr jpeg) {
  jpeg_rows *rows = jpeg->client_data;
  if (rows->jpeg.input_scan_number > rows->max_scans) longjmp(rows->failure.target, JPEG_ROWS_TOO_MANY_SCANS);
}

void jpeg_rows_close(jpeg_rows *rows) {
  if (rows == NULL) return;
  jpeg_destroy_decompress(&rows->jpeg);
  free(rows);
}

static bool read_header(jpeg_rows *rows) {
  if (setjmp(rows->failure.target)) return false;
  jpeg_create_decompress(&rows->jpeg);
  rows->jpeg.src = &rows->input;
  return jpeg_read_header(&rows->jpeg, TRUE) == JPEG_HEADER_OK;
}

jpeg_rows *jpeg_rows_open(jpeg_rows_source source, void *context) {
  jpeg_rows *rows = calloc(1, sizeof *rows);
  if (rows == NULL) return NULL;
  rows->source = source;
  rows->context = context;
  rows->input = (struct jpeg_source_mgr){
      .init_source = do_nothing,
      .fill_input_buffer = fill_buffer,
      .skip_input_data = skip_bytes,
      .resync_to_restart = jpeg_resync_to_restart,
      .term_source = do_nothing,
  };
  rows->progress.progress_monitor = check_scans;
  rows->jpeg.err = jpeg_failure_manager(&rows->failure);
  rows->jpeg.client_data = rows;
  if (!read_header(rows)) {
    jpeg_rows_close(rows);
    return NULL;
  }
  return rows;
}

uint32_t jpeg_rows_width(const jpeg_rows *rows) { return rows->jpeg.image_width; }

uint32_t jpeg_rows_height(const jpeg_rows *rows) { return rows->jpeg.image_height; }

bool jpeg_rows_is_progressive(const jpeg_rows *rows) { return rows->jpeg.progressive_mode; }

bool jpeg_rows_is_arithmetic(const jpeg_rows *rows) { return rows->jpeg.arith_code; }

size_t jpeg_rows_offset(const jpeg_rows *rows) {
  const size_t waiting = rows->input.bytes_in_buffer;
  return rows->read > waiting ? rows->read - waiting : 0;
}

static size_t rounded_up(size_t count, size_t unit) { return (count + unit - 1) / unit * unit; }

size_t jpeg_rows_coefficient_bytes(jpeg_rows *rows) {
  if (!jpeg_has_multiple_scans(&rows->jpeg)) return 0;
  size_t blocks = 0;
  for (int index = 0; index < rows->jpeg.num_components; index++) {
    const jpeg_component_info *component = &rows->jpeg.comp_info[index];
    blocks += rounded_up(component->width_in_blocks, (size_t)component->h_samp_factor) *
              rounded_up(component->height_in_blocks, (size_t)component->v_samp_factor);
  }
  return blocks * sizeof(JBLOCK);
}

jpeg_rows_start_result jpeg_rows_start(jpeg_rows *rows, int32_t eighths, int32_t max_scans) {
  rows->max_scans = max_scans;
  switch (setjmp(rows->failure.target)) {
    case 0: break;
    case JPEG_ROWS_TOO_MANY_SCANS: return JPEG_ROWS_TOO_MANY_SCANS;
    default: return JPEG_ROWS_FAILED;
  }
  rows->jpeg.progress = &rows->progress;
  rows->jpeg.out_color_space = rows->jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
  rows->jpeg.scale_num = (unsigned)eighths;
  rows->jpeg.scale_denom = 8;
  // The picture gets smaller, so the difference cannot be seen.
  rows->jpeg.dct_method = JDCT_FASTEST;
  rows->jpeg.do_fancy_upsampling = FALSE;
  return jpeg_start_decompress(&rows->jpeg) ? JPEG_ROWS_STARTED : JPEG_ROWS_FAILED;
}

uint32_t jpeg_rows_scaled_width(const jpeg_rows *rows) { return rows->jpeg.output_width; }

uint32_t jpeg_rows_scaled_height(const jpeg_rows *rows) { return rows->jpeg.output_height; }

int32_t jpeg_rows_channels(const jpeg_rows *rows) { return rows->jpeg.output_components; }

bool jpeg_rows_next(jpeg_rows *rows, uint8_t *row) {
  if (setjmp(rows->failure.target)) return false;
  return jpeg_read_scanlines(&rows->jpeg, &row, 1) == 1;
}

#endif
