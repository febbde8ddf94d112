// For wcwidth.
#define _XOPEN_SOURCE 700

#include "text_width.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;

static void open_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int32_t text_width(uint32_t scalar) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_locale);
  if (utf8 == (locale_t)0) return 1;
  // No function takes the locale as an argument, so this sets that of the calling thread.
  locale_t previous = uselocale(utf8);
  int columns = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return columns;
}
