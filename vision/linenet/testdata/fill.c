/* Preloaded by TestUsedMemoryChangesNoReading: all memory that is handed out, and what lies behind it, is NaN to whoever takes it for
 * floating-point numbers, as in a process that has been used for long. Only glibc has these names. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum { behind = 8192 };

static void *fill(char *p, int value, size_t n) {
	if (p) {
		memset(p, value, n);
		memset(p + n, 0xff, behind);
	}
	return p;
}

void *malloc(size_t n) { return fill(__libc_malloc(n + behind), 0xff, n); }
void *calloc(size_t a, size_t b) { return fill(__libc_malloc(a * b + behind), 0, a * b); }
void *realloc(void *old, size_t n) { return __libc_realloc(old, n + behind); }
void *memalign(size_t to, size_t n) { return fill(__libc_memalign(to, n + behind), 0xff, n); }
void *aligned_alloc(size_t to, size_t n) { return memalign(to, n); }
int posix_memalign(void **out, size_t to, size_t n) { return (*out = memalign(to, n)) ? 0 : ENOMEM; }
