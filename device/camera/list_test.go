package camera

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCamerasAreListedByTheirNames(t *testing.T) {
	root := t.TempDir()
	put := func(path, text string) {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for node, v := range map[string][2]string{"video0": {"HD Webcam", "0"}, "video1": {"HD Webcam", "1"}, "video2": {"", "0"}} {
		put("sys/class/video4linux/"+node+"/name", v[0]+"\n")
		put("sys/class/video4linux/"+node+"/index", v[1]+"\n")
	}
	require.NoError(t, os.MkdirAll(filepath.Join(root, "dev/v4l/by-id"), 0o700))
	require.NoError(t, os.Symlink("../../video0", filepath.Join(root, "dev/v4l/by-id/usb-HD_Webcam-video-index0")))
	t.Setenv("PATH", root)
	assert.Equal(t, []Device{{"v4l2", "/dev/v4l/by-id/usb-HD_Webcam-video-index0", "HD Webcam"}, {"v4l2", "/dev/video2", "video2"}}, Devices(root),
		"not a camera's second node; one without a name goes by its node")
	require.NoError(t, os.WriteFile(filepath.Join(root, "rpicam-vid"), []byte("#!/bin/sh\n"), 0o700))
	assert.Equal(t, "rpicam", Devices(root)[2].Source)
	assert.Empty(t, Devices(filepath.Join(root, "none"))[1:], "a machine without any")
}
