// A V4L2 camera for machines whose kernel has none: preloaded into the capture child, it answers the ioctls of OpenCV's V4L2
// back-end for the path FAKE_V4L2_DEVICE and fills the buffers with the JPEGs FAKE_V4L2_DIR/0.jpg, 1.jpg, … in turn.
// FAKE_V4L2_UNPLUG_AFTER=n makes the n-th dequeue fail with ENODEV, as a pulled cable does.
// FAKE_V4L2_HANG_AFTER=n makes it block for ever, as a driver bug does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFERS = 8, BUFFER_BYTES = 1 << 20, WIDTH = 320, HEIGHT = 240 };

static int camera = -1, queued[BUFFERS], head, tail_, sequence, dequeues;

static const char *device(void) { return getenv("FAKE_V4L2_DEVICE"); }
static int limit(const char *name) { return getenv(name) ? atoi(getenv(name)) : 0; }

static int open_camera(void) {
	camera = memfd_create("fakev4l2", 0);
	if (camera >= 0 && ftruncate(camera, (off_t)BUFFERS * BUFFER_BYTES) != 0) return -1;
	return camera;
}

int open(const char *path, int flags, ...) {
	va_list ap;
	va_start(ap, flags);
	int mode = va_arg(ap, int);
	va_end(ap);
	if (device() && !strcmp(path, device())) return open_camera();
	int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
	return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
	va_list ap;
	va_start(ap, flags);
	int mode = va_arg(ap, int);
	va_end(ap);
	if (device() && !strcmp(path, device())) return open_camera();
	int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
	return real(path, flags, mode);
}

static void fill(int index, unsigned *used) {
	char name[512];
	int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
	for (int attempt = 0; attempt < 2; attempt++) {
		snprintf(name, sizeof name, "%s/%d.jpg", getenv("FAKE_V4L2_DIR"), sequence);
		int fd = real(name, O_RDONLY, 0);
		if (fd < 0) {
			sequence = 0;
			continue;
		}
		static char bytes[BUFFER_BYTES];
		ssize_t n = read(fd, bytes, sizeof bytes);
		close(fd);
		if (n > 0 && pwrite(camera, bytes, n, (off_t)index * BUFFER_BYTES) == n) *used = n;
		sequence++;
		return;
	}
}

static int dequeue(struct v4l2_buffer *b) {
	dequeues++;
	if (limit("FAKE_V4L2_UNPLUG_AFTER") && dequeues > limit("FAKE_V4L2_UNPLUG_AFTER")) return errno = ENODEV, -1;
	if (limit("FAKE_V4L2_HANG_AFTER") && dequeues > limit("FAKE_V4L2_HANG_AFTER")) for (;;) pause();
	if (head == tail_) return errno = EAGAIN, -1;
	usleep(5000);
	b->index = queued[head++ % BUFFERS];
	fill(b->index, &b->bytesused);
	b->length = BUFFER_BYTES;
	return 0;
}

static int answer(unsigned long request, void *arg) {
	struct v4l2_capability *cap = arg;
	struct v4l2_format *format = arg;
	struct v4l2_requestbuffers *wish = arg;
	struct v4l2_buffer *buffer = arg;
	switch (request) {
	case VIDIOC_QUERYCAP:
		memset(cap, 0, sizeof *cap);
		strcpy((char *)cap->driver, "fake");
		strcpy((char *)cap->card, "fake camera");
		cap->capabilities = cap->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
		return 0;
	case VIDIOC_S_FMT:
	case VIDIOC_TRY_FMT:
		if (format->fmt.pix.pixelformat != V4L2_PIX_FMT_MJPEG && format->fmt.pix.pixelformat != V4L2_PIX_FMT_JPEG) return errno = EINVAL, -1;
		/* fall through */
	case VIDIOC_G_FMT:
		format->fmt.pix.width = WIDTH;
		format->fmt.pix.height = HEIGHT;
		format->fmt.pix.pixelformat = V4L2_PIX_FMT_MJPEG;
		format->fmt.pix.field = V4L2_FIELD_NONE;
		format->fmt.pix.bytesperline = 0;
		format->fmt.pix.sizeimage = BUFFER_BYTES;
		return 0;
	case VIDIOC_REQBUFS:
		if (wish->count > BUFFERS) wish->count = BUFFERS;
		head = tail_ = 0;
		return 0;
	case VIDIOC_QUERYBUF:
		buffer->length = BUFFER_BYTES;
		buffer->m.offset = buffer->index * BUFFER_BYTES;
		return 0;
	case VIDIOC_QBUF:
		queued[tail_++ % BUFFERS] = buffer->index;
		return 0;
	case VIDIOC_DQBUF:
		return dequeue(buffer);
	case VIDIOC_STREAMON:
	case VIDIOC_STREAMOFF:
	case VIDIOC_S_PARM:
	case VIDIOC_G_PARM:
		return 0;
	}
	return errno = EINVAL, -1;
}

int ioctl(int fd, unsigned long request, ...) {
	va_list ap;
	va_start(ap, request);
	void *arg = va_arg(ap, void *);
	va_end(ap);
	if (camera >= 0 && fd == camera) return answer(request, arg);
	int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	return real(fd, request, arg);
}
