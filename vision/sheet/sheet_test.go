package sheet

import (
	"os"
	"os/exec"
	"testing"
)

// TestMain restarts the test binary with OMP_THREAD_LIMIT, because Tesseract's OpenMP reads it when it is loaded.
func TestMain(m *testing.M) {
	if os.Getenv("OMP_THREAD_LIMIT") == "" {
		cmd := exec.Command(os.Args[0], os.Args[1:]...)
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
