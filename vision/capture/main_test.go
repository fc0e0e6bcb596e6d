package capture

import (
	"fmt"
	"os"
	"testing"
)

// TestMain lets this test binary be the capture child, as the daemon's binary is.
func TestMain(m *testing.M) {
	if os.Getenv("LENSD_TEST_CAPTURE") == "1" {
		if err := Main(os.Args[1:], os.Getenv, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
