// OpenCV's videoio links GStreamer, FFmpeg, gphoto2 and, through imgcodecs, GDAL: 230 libraries. The daemon and its readers need
// none of them, so they are not linked but loaded here, in the capture child alone. Only the constructor is looked up by name;
// every other function that is called is virtual and reached through the object, whose layout is that of the header that we
// compile against. The library's name carries the same version (its ABI), so the two cannot differ.
#include "videoio.h"

#include <dlfcn.h>

#include <cstdio>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>

static_assert(int(VIDEO_V4L2) == int(cv::CAP_V4L2) && int(VIDEO_FFMPEG) == int(cv::CAP_FFMPEG), "the header's numbers are OpenCV's");

// Debian writes OpenCV 4.6 as 406 and 4.10 as 410, in the library's name and in the package's.
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#if CV_VERSION_MINOR < 10
#define OPENCV_ABI TEXT(CV_VERSION_MAJOR) "0" TEXT(CV_VERSION_MINOR)
#else
#define OPENCV_ABI TEXT(CV_VERSION_MAJOR) TEXT(CV_VERSION_MINOR)
#endif

const char *video_library(void) { return "libopencv_videoio.so." OPENCV_ABI; }

struct video {
	cv::VideoCapture *capture;
	cv::Mat frame;
};

// cv::VideoCapture::VideoCapture() in the Itanium C++ ABI, which GCC and Clang use on every Linux.
static const char constructor_name[] = "_ZN2cv12VideoCaptureC1Ev";

static cv::VideoCapture *make(const char *library, char *why, int why_size) {
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		snprintf(why, why_size, "cannot load %s (Debian package libopencv-videoio" OPENCV_ABI "): %s", library, dlerror());
		return nullptr;
	}
	auto constructor = reinterpret_cast<void (*)(void *)>(dlsym(handle, constructor_name));
	if (!constructor) {
		snprintf(why, why_size, "%s is not the OpenCV that this program was built for", library);
		return nullptr;
	}
	void *memory = ::operator new(sizeof(cv::VideoCapture));
	constructor(memory);
	return static_cast<cv::VideoCapture *>(memory);
}

static bool start(cv::VideoCapture *c, const char *address, int api, int width, int height, int raw) {
	if (!c->open(cv::String(address), api)) return false;
	if (api != cv::CAP_V4L2) return true;
	// MJPEG is what USB can carry at full size; a driver that has none keeps its own format.
	c->set(cv::CAP_PROP_FOURCC, 'M' | 'J' << 8 | 'P' << 16 | 'G' << 24);
	if (width > 0 && height > 0) {
		c->set(cv::CAP_PROP_FRAME_WIDTH, width);
		c->set(cv::CAP_PROP_FRAME_HEIGHT, height);
	}
	if (raw) c->set(cv::CAP_PROP_CONVERT_RGB, 0);
	return true;
}

video *video_open(const char *library, const char *address, int api, int width, int height, int raw, char *why, int why_size) {
	try {
		cv::VideoCapture *capture = make(library, why, why_size);
		if (!capture) return nullptr;
		if (!start(capture, address, api, width, height, raw)) {
			delete capture;
			snprintf(why, why_size, "it cannot be opened");
			return nullptr;
		}
		return new video{capture, cv::Mat()};
	} catch (const std::exception &e) {
		snprintf(why, why_size, "%s", e.what());
		return nullptr;
	}
}

int video_grab(video *v) {
	try {
		return v->capture->grab();
	} catch (const std::exception &) {
		return 0;
	}
}

int video_retrieve(video *v, video_frame *frame) {
	try {
		if (!v->capture->retrieve(v->frame) || v->frame.empty() || v->frame.depth() != CV_8U || v->frame.dims != 2) return 0;
		*frame = {v->frame.data, v->frame.rows, v->frame.cols, v->frame.channels(), v->frame.isContinuous()};
		return 1;
	} catch (const std::exception &) {
		return 0;
	}
}

void video_close(video *v) {
	try {
		v->capture->release();
	} catch (const std::exception &) {
	}
	delete v->capture;
	delete v;
}
