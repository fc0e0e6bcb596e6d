package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/readers"
	"lensd/vision/capture"
	"lensd/vision/sandbox"
	"lensd/vision/worker"
)

// serveWorker is the child's side of the reader pool: it loads every reader and answers until the daemon closes the pipe.
// With -capture as its first argument it takes pictures instead.
func serveWorker(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "-capture" {
		return capture.Main(args[1:], os.Getenv, os.Stdout)
	}
	fs := newFlags("worker")
	text := fs.String("text", "auto", "line recogniser")
	languages := fs.String("languages", "", "Tesseract's `names` of languages, with commas")
	cache := fs.String("cache", "", "`directory` of the compiled PDF sandbox")
	kinds := fs.String("kinds", "", "`directory` of declared kinds")
	learned := fs.String("learned", "", "`directory` of what corrections have taught")
	warm := fs.Bool("warm", false, "fill the cache and end; the package's installation does it")
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	if *warm {
		return readers.Warm(*cache)
	}
	child, err := worker.OpenChild()
	if err != nil {
		return err
	}
	opt := readers.Options{Text: *text, Languages: strings.Split(*languages, ","), CacheDir: *cache, BeforePDF: child.Prepare,
		Own: config.LoadKinds(*kinds).Kinds, Learned: readLearned(*learned)} // read before the process is confined
	held := sandbox.Confine(*cache) // before the first foreign byte
	set, err := readers.Open(opt)
	if err != nil {
		return fmt.Errorf("%w (sandbox: %s)", err, held)
	}
	defer set.Close()
	// The daemon's terminal sends an interrupt to the whole group; the child ends when its pipe does.
	return child.Serve(context.WithoutCancel(ctx), worker.Trade{Reader: set, Parts: set, Kinds: set.Kinds(), Look: readers.Look, Sandbox: held.String(), Whole: held.Whole()})
}

// poolConfig returns how this binary starts itself as a reader process; the folders may be empty.
func poolConfig(text string, languages []string, cacheDir, kindsDir, learnedDir string) (worker.Config, error) {
	exe, err := os.Executable()
	if err != nil {
		return worker.Config{}, err
	}
	cfg := worker.Config{Command: []string{exe, "worker", "-text", text, "-languages", strings.Join(languages, ","), "-cache", cacheDir, "-kinds", kindsDir, "-learned", learnedDir}, Parts: readers.InParts()}
	if cacheDir != "" {
		cfg.Prepare = []string{exe, "worker", "-warm", "-cache", cacheDir}
	}
	return cfg, nil
}
