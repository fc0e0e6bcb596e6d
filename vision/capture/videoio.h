// The C face of OpenCV's VideoCapture, loaded at run time. See videoio.cpp for why.
#ifndef LENSD_VIDEOIO_H
#define LENSD_VIDEOIO_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct video video;

typedef struct {
	const unsigned char *data; // valid until the next call on the video
	int rows, cols, channels;  // 8-bit
	int continuous;            // rows follow each other without gaps
} video_frame;

enum { VIDEO_V4L2 = 200, VIDEO_FFMPEG = 1900 }; // cv::CAP_V4L2, cv::CAP_FFMPEG

// video_library is the file name of the videoio whose header this was compiled against: Debian 12 has 4.6 (.406), 13 has 4.10 (.410).
const char *video_library(void);

// video_open gives NULL and an explanation in why. raw asks a V4L2 driver for MJPEG as the camera sent it. 0 leaves a size alone.
video *video_open(const char *library, const char *address, int api, int width, int height, int raw, char *why, int why_size);
int video_grab(video *v);                          // waits for the next frame; 0: none comes any more
int video_retrieve(video *v, video_frame *frame);  // decodes the frame that was grabbed; 0: it could not be
void video_close(video *v);

#ifdef __cplusplus
}
#endif
#endif
