// How libjpeg's errors are reported: with longjmp to where the caller waits for them.

#include <setjmp.h>
#include <stdio.h>

// Needs <stdio.h>, which it does not include itself.
#include <jpeglib.h>

typedef struct jpeg_failure {
  struct jpeg_error_mgr manager;
  jmp_buf target;
} jpeg_failure;

static inline void jpeg_fail(j_common_ptr jpeg) { longjmp(((jpeg_failure *)jpeg->err)->target, 1); }

// libjpeg's own handler would print.
static inline void jpeg_ignore(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static inline struct jpeg_error_mgr *jpeg_failure_manager(jpeg_failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = jpeg_fail;
  failure->manager.emit_message = jpeg_ignore;
  return &failure->manager;
}
