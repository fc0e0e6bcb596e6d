package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lensd/extract"
)

// process is one running child. It is used by one goroutine.
type process struct {
	cmd      *exec.Cmd
	requests *os.File
	answers  *os.File
	exited   chan struct{}
	hello    response
	served   int
}

// start runs the child, one that yields with a lower priority, and waits for its greeting.
func start(ctx context.Context, cfg Config, yields bool) (*process, error) {
	childIn, requests, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		requests.Close()
		return nil, err
	}
	cmd := exec.Command(cfg.Command[0], cfg.Command[1:]...)
	cmd.ExtraFiles = []*os.File{childIn, childOut}
	// Tesseract's OpenMP and OpenCV's pool make a child slower, and both read their setting before main.
	cmd.Env = append(harmless(os.Environ()), "OMP_THREAD_LIMIT=1", "OPENCV_FOR_THREADS_NUM=1", "MALLOC_ARENA_MAX=2")
	cmd.Env = append(cmd.Env, cfg.Env...)
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = launch(cmd, yields)
	}
	childIn.Close()
	childOut.Close()
	p := &process{cmd: cmd, requests: requests, answers: answers, exited: make(chan struct{})}
	if err != nil {
		p.closePipes()
		return nil, fmt.Errorf("worker: %w", err)
	}
	preferAsVictim(cmd.Process.Pid)
	go p.reap(bufio.NewScanner(stderr), cfg.Log)
	return p, p.greet(ctx, cfg.StartTimeout)
}

// harmless leaves out what a reader has no use for and whoever takes it over would have: the configuration's secrets, and how to
// speak to systemd in the daemon's name.
func harmless(environ []string) []string {
	return slices.DeleteFunc(environ, func(line string) bool {
		name, _, _ := strings.Cut(line, "=")
		return strings.HasPrefix(name, "LENSD_") || slices.Contains([]string{"CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "JOURNAL_STREAM"}, name)
	})
}

// preferAsVictim makes the kernel end the child, not the daemon, when memory runs out.
func preferAsVictim(pid int) {
	_ = os.WriteFile(filepath.Join("/proc", strconv.Itoa(pid), "oom_score_adj"), []byte("500"), 0)
}

func (p *process) reap(lines *bufio.Scanner, log *slog.Logger) {
	for lines.Scan() {
		log.Warn("reader process says", "pid", p.cmd.Process.Pid, "line", lines.Text())
	}
	_ = p.cmd.Wait() // an over-long line ends the scan; the exit status tells nothing that the broken pipe does not
	close(p.exited)
}

func (p *process) greet(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	hello, _, err := p.await(ctx, 0)
	if err != nil {
		p.kill()
		return fmt.Errorf("worker: the reader process did not start: %w", err)
	}
	p.hello = hello
	return nil
}

// await reads one response with its blobs; when ctx ends first the child is killed, because a call into C cannot be cancelled.
func (p *process) await(ctx context.Context, id uint64) (response, [][]byte, error) {
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	defer stop()
	var res response
	blobs, err := readMessage(p.answers, &res)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return res, nil, err
	}
	if res.ID != id {
		return res, nil, errMessage
	}
	return res, blobs, nil
}

// errNotBegun says that the child was gone before it had the request, which therefore did not end it.
var errNotBegun = errors.New("worker: the reader process was gone")

// call has a request carried out. prepare is called when the child asks for it; pages that the child hands over go to h.
func (p *process) call(ctx context.Context, req request, prepare func() bool, h *handed) (response, error) {
	p.served++
	// A child that does not drain its pipe is ended by the same deadline as one that does not answer.
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	err := writeMessage(p.requests, req, req.Document.Inputs)
	stop()
	var refused *extract.Error
	if errors.As(err, &refused) {
		return response{}, err
	}
	begun := response{}
	if err == nil {
		begun, _, err = p.await(ctx, req.ID)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		return response{}, fmt.Errorf("%w: %w", errNotBegun, err)
	case err != nil:
		return response{}, err
	case !begun.Begun:
		return response{}, errMessage
	}
	res, blobs, err := p.await(ctx, req.ID)
	for err == nil && (res.Prepare || res.Handed) {
		if res.Handed {
			err = h.take(blobs)
		} else {
			err = writeMessage(p.requests, request{ID: req.ID, Prepared: prepare()}, nil)
		}
		if err == nil {
			res, blobs, err = p.await(ctx, req.ID)
		}
	}
	if err == nil && res.View != nil && len(blobs) == 1 {
		res.View.Bytes = blobs[0]
	}
	if err == nil && res.Part != nil && len(blobs) == 1 {
		res.Part.Found = blobs[0]
	}
	return res, err
}

func (p *process) closePipes() {
	p.requests.Close()
	p.answers.Close()
}

// kill ends the child and waits for its end.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.exited
	p.closePipes()
}

// retire lets the child end by itself by closing its input, and kills it when it does not.
func (p *process) retire(patience time.Duration) {
	p.requests.Close()
	select {
	case <-p.exited:
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		<-p.exited
	}
	p.answers.Close()
}

// rss returns the child's resident memory in bytes, 0 when it has gone.
func (p *process) rss() int64 {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "statm"))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
