package main

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"lensd/cmd/lensd/admin"
	"lensd/cmd/lensd/config"
	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/label"
	"lensd/store"
	"lensd/vision/worker"
)

// learn has the corrected labels of a box teach its readers: their pictures are read anew, and what recurs among their lines is
// kept beside the database without a word of what they say. -forget takes it away.
func learn(ctx context.Context, args []string) error {
	fs := newFlags("learn")
	path := configFlag(fs)
	forget := fs.Bool("forget", false, "take away what was learned")
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		fs.Usage()
		return errUsage
	}
	cfg, problem := config.Load(*path, os.Environ())
	if problem != nil {
		fmt.Fprintln(os.Stderr, "lensd: the configuration has faults; going on with", cfg.StateDir)
	}
	if err := becomeOwner(cfg.StateDir, os.Geteuid()); err != nil { // the readers have to be able to open what is learned
		return err
	}
	return withAdmin(*path, func(a admin.Admin) error {
		site := &find.Site{}
		if !*forget {
			lessons, err := labelLessons(ctx, a, cfg)
			if err != nil {
				return err
			}
			r, err := label.New()
			if err != nil {
				return err
			}
			site = r.Learn(lessons)
			fmt.Fprintf(os.Stderr, "%d corrected labels, %d layouts that recur among them\n", len(lessons), len(site.Layouts))
			for _, t := range site.Layouts {
				fmt.Fprintln(os.Stderr, "learned from", t)
			}
		}
		if err := keepLearned(cfg.StateDir, extract.ShippingLabel, site); err != nil {
			return err
		}
		return a.Learned()
	})
}

// labelLessons reads the pictures of the corrected labels anew, each with what its person said.
func labelLessons(ctx context.Context, a admin.Admin, cfg config.Config) (lessons []find.Lesson, err error) {
	err = withPool(ctx, cfg.Readers.Text, cfg.Readers.Languages, cacheFolder(cfg.StateDir), "", func(pool *worker.Pool) error {
		return eachSample(a, func(s sample, picture []byte) error {
			if s.Kind != extract.ShippingLabel || len(s.Correction.Fields) == 0 || len(picture) == 0 {
				return nil
			}
			result, err := pool.Read(ctx, extract.Document{Kind: s.Kind, Inputs: [][]byte{picture}, Options: extract.Options{Lines: true}})
			if err != nil {
				return ctx.Err() // a picture without a paper teaches nothing
			}
			for _, p := range result.Pages {
				if len(p.Items) > 0 && p.Items[0].Layout != nil {
					lessons = append(lessons, find.Lesson{Page: p.Items[0].Layout, Said: s.said()})
				}
			}
			return nil
		})
	})
	return lessons, err
}

// sample is what a box keeps of a corrected reading beside its picture.
type sample struct {
	Kind       extract.Kind       `json:"kind"`
	Correction extract.Correction `json:"correction"`
	Data       map[string]struct {
		Value string `json:"value"`
	} `json:"data"`
}

// said is what a page says: as a person corrected it, and, since that person had it before them, as it was read otherwise.
func (s sample) said() map[string]string {
	out := map[string]string{}
	for name, f := range s.Data {
		if f.Value != "" {
			out[name] = f.Value
		}
	}
	for name, v := range s.Correction.Fields {
		out[name] = v
	}
	return out
}

// eachSample gives what `lensd export samples` would write to f, one after the other.
func eachSample(a admin.Admin, f func(s sample, picture []byte) error) error {
	from, to := io.Pipe()
	go func() { to.CloseWithError(a.Samples(to)) }()
	defer from.Close()
	var last sample
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, from) // whether the copy is whole is told behind its end
			return err
		}
		if err != nil {
			return err
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if strings.HasSuffix(h.Name, ".json") {
			last = sample{}
			_ = json.Unmarshal(b, &last) // another kind's data have another form, and are left out by it
		} else if err := f(last, b); err != nil {
			return err
		}
	}
}

func learnedFolder(stateDir string) string { return filepath.Join(stateDir, store.LearnedFolder) }

func learnedFile(stateDir string, kind extract.Kind) string {
	return filepath.Join(learnedFolder(stateDir), string(kind)+".json")
}

// keepLearned writes what a kind was taught; nothing takes the file away.
func keepLearned(stateDir string, kind extract.Kind, site *find.Site) error {
	path := learnedFile(stateDir, kind)
	if len(site.Layouts) == 0 {
		if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	b, err := json.Marshal(site)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		return nil
	}
	if err := os.WriteFile(path+".tmp", b, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}

// readLearned reads what the kinds of a folder were taught. A broken file teaches nothing: what can be learned anew must not keep a
// box from reading.
func readLearned(dir string) map[extract.Kind]*find.Site {
	out := map[extract.Kind]*find.Site{}
	if dir == "" {
		return out
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if site, err := find.ReadSite(b); err == nil {
			out[extract.Kind(strings.TrimSuffix(filepath.Base(name), ".json"))] = site
		}
	}
	return out
}
