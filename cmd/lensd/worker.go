package main

import (
	"context"
	"os"

	"lensd/cmd/lensd/readers"
	"lensd/vision/capture"
	"lensd/vision/worker"
)

// serveWorker is the child's side of the reader pool: it loads every reader and answers until the daemon closes the pipe.
// With -capture as its first argument it takes pictures instead.
func serveWorker(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "-capture" {
		return capture.Main(args[1:], os.Getenv, os.Stdout)
	}
	fs := newFlags("worker (started by the daemon)")
	text := fs.String("text", "auto", "line recogniser")
	cache := fs.String("cache", "", "`directory` of the compiled PDF sandbox")
	warm := fs.Bool("warm", false, "fill the cache and end; the package's installation does it")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *warm {
		return readers.Warm(*cache)
	}
	set, err := readers.Open(readers.Options{Text: *text, CacheDir: *cache})
	if err != nil {
		return err
	}
	defer set.Close()
	// The daemon's terminal sends an interrupt to the whole group; the child ends when its pipe does.
	return worker.ServeChild(context.WithoutCancel(ctx), set, set.Kinds(), readers.Look)
}

// poolConfig returns how this binary starts itself as a reader process; cacheDir may be empty.
func poolConfig(text, cacheDir string) (worker.Config, error) {
	exe, err := os.Executable()
	if err != nil {
		return worker.Config{}, err
	}
	return worker.Config{Command: []string{exe, "worker", "-text", text, "-cache", cacheDir}}, nil
}
