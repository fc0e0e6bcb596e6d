package camera

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Device is a camera that is plugged in.
type Device struct {
	Source string `json:"source"` // v4l2 | rpicam
	Path   string `json:"path"`   // v4l2: below /dev/v4l/by-id where it has a name there, which stays when devices are numbered anew
	Name   string `json:"name"`   // as the camera calls itself
}

// Devices lists the cameras of a machine whose file system begins at root ("/"): V4L2 devices that deliver pictures, by path, and
// the Raspberry Pi's own where its program is installed.
func Devices(root string) []Device {
	found, _ := filepath.Glob(filepath.Join(root, "sys/class/video4linux/video*"))
	stable := byID(root)
	out := []Device{}
	for _, sys := range found {
		// A camera's further nodes carry its metadata: their index is not 0.
		if read(filepath.Join(sys, "index")) != "0" {
			continue
		}
		node := filepath.Base(sys)
		path := "/dev/" + node
		if id, ok := stable[node]; ok {
			path = "/dev/v4l/by-id/" + id
		}
		name := read(filepath.Join(sys, "name"))
		if name == "" {
			name = node
		}
		out = append(out, Device{"v4l2", path, name})
	}
	slices.SortFunc(out, func(a, b Device) int { return strings.Compare(a.Path, b.Path) })
	for _, program := range []string{"rpicam-vid", "libcamera-vid"} {
		if _, err := exec.LookPath(program); err == nil {
			return append(out, Device{Source: "rpicam", Name: "Raspberry Pi camera"})
		}
	}
	return out
}

// byID maps a node's name to its lasting one.
func byID(root string) map[string]string {
	links, _ := filepath.Glob(filepath.Join(root, "dev/v4l/by-id/*"))
	out := map[string]string{}
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil {
			out[filepath.Base(target)] = filepath.Base(link)
		}
	}
	return out
}

func read(path string) string {
	b, _ := os.ReadFile(path)
	return strings.TrimSpace(string(b))
}
