package camera

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a source that runs a program which prints JPEGs one after another, such as rpicam-vid or our own capture child.
// A program can be ended when a driver hangs; a goroutine inside a C call cannot.
type Process struct {
	Command []string
	Env     []string // added to the daemon's environment; secrets go here, the command line is public
}

// Run starts the program and splits its output until it ends or ctx does; then nothing of it is left running.
func (p Process) Run(ctx context.Context, emit func([]byte)) error {
	if len(p.Command) == 0 {
		return errors.New("no program is configured for this camera")
	}
	// Pdeathsig, which ends the child when the daemon is killed, is tied to the thread that starts it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	cmd := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	cmd.Env = append(os.Environ(), p.Env...)
	// A group of its own, so that what the program starts ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var said tail
	cmd.Stderr = &said
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return startError(p.Command[0], err)
	}
	streamErr := split(stdout, emit)
	// The stream is over, so the program has to be, even if it only closed its output.
	_ = cmd.Cancel()
	waitErr := cmd.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return processError(p.Command[0], streamErr, waitErr, said.String())
}

// split feeds every picture of r to emit and returns why the stream ended, nil for its plain end.
func split(r io.Reader, emit func([]byte)) error {
	s := NewSplitter(r)
	for {
		jpeg, err := s.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		emit(jpeg)
	}
}

func startError(program string, err error) error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the program %s is not installed; on Raspberry Pi OS it comes with the package rpicam-apps", program)
	}
	return fmt.Errorf("cannot start %s: %w", program, err)
}

// processError prefers what the program itself said: its last line names the cause better than an exit status.
func processError(program string, streamErr, waitErr error, said string) error {
	switch {
	case said != "":
		return fmt.Errorf("%s ended: %s", program, withoutUser(said))
	case streamErr != nil:
		return fmt.Errorf("%s: %w", program, streamErr)
	case waitErr != nil:
		return fmt.Errorf("%s ended (%w) without saying why", program, waitErr)
	}
	return fmt.Errorf("%s ended", program)
}

// withoutUser cuts user and password out of the addresses in a program's words.
func withoutUser(s string) string {
	return regexp.MustCompile(`://[^/\s]*@`).ReplaceAllString(s, "://…@")
}

// tail keeps the end of what a program writes.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

const tailBytes = 2048

// Write keeps the last tailBytes bytes.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = bytes.Clone(t.kept[over:])
	}
	return len(b), nil
}

// String returns the last line that is not empty.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
