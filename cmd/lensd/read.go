package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/extract"
	"lensd/vision/worker"
)

// readFiles reads documents without a daemon, through the same reader process as the daemon's.
func readFiles(ctx context.Context, args []string) error {
	fs := newFlags("read")
	form := fs.String("o", "text", "`form` of what is printed: text; json, one object a file; http, what the box's API answers; csv, a line for each field, of bank statements for each row; of these ofx, OFX 2.2, too")
	asJSON := fs.Bool("json", false, "the same as -o json")
	drawTo := fs.String("draw", "", "write the first page with its boxes drawn to this PNG `file`")
	traceTo := fs.String("trace", "", "write what each step of the reading saw into this `folder`, with a page to look at it; of several files into one below it each")
	text := fs.String("text", "auto", "line recogniser: auto, tesseract or net")
	languages := fs.String("languages", "tha,eng", "`names` of Tesseract's models for the languages that may be read, with commas: those installed besides Thai and English are tried on lines in other scripts")
	path := configFlag(fs)
	var doc extract.Document
	fs.Func("option", "`k=v`: return_face=true, pdf_password=…, …; may be repeated", func(s string) error { return setOption(&doc.Options, s) })
	files, err := parseMixed(fs.Parse, fs.Args, args)
	if err != nil {
		return err
	}
	if len(files) < 2 {
		fs.Usage()
		return errUsage
	}
	if *asJSON {
		*form = "json"
	}
	doc.Kind = extract.Kind(files[0])
	write, err := writerOf(*form, doc.Kind)
	if err != nil {
		return fmt.Errorf("%w; %w", err, errUsage)
	}
	names, err := expand(files[1:])
	if err != nil {
		return err
	}
	cache := compiledCache()
	kinds := config.LoadKinds(config.KindsDir(*path))
	if kinds.Faults != nil {
		fmt.Fprintln(os.Stderr, kinds.Faults)
	}
	return withPool(ctx, *text, strings.Split(*languages, ","), cache, kinds.Dir, func(pool *worker.Pool) error {
		var failed []error
		count := newProgress(os.Stderr, len(names))
		for _, name := range names {
			count.begin(name)
			result, err := readOne(ctx, tracing(pool, folderOf(*traceTo, name, names)), &doc, name, write)
			if err == nil && *drawTo != "" {
				if err = drawResult(ctx, *drawTo, cache, doc, result); err != nil {
					err = fmt.Errorf("%s: %w", name, err)
				}
			}
			count.end(result, err)
			failed = append(failed, err)
		}
		count.summary()
		return errors.Join(failed...)
	})
}

// parseMixed lets flags stand behind file names, as people write them.
func parseMixed(parse func([]string) error, rest func() []string, args []string) (names []string, err error) {
	for {
		if err := parsed(parse(args)); err != nil {
			return nil, err
		}
		if args = rest(); len(args) == 0 {
			return names, nil
		}
		names, args = append(names, args[0]), args[1:]
	}
}

func setOption(o *extract.Options, s string) error {
	key, value, ok := strings.Cut(s, "=")
	if !ok {
		return errors.New("an option is written key=value")
	}
	if key == "pdf_password" {
		o.PDFPassword = value
		return nil
	}
	flags := map[string]*bool{"return_face": &o.ReturnFace, "return_statement_summary": &o.ReturnStatementSummary,
		"return_datetime_iso": &o.ReturnDatetimeISO, "omit_codes": &o.OmitCodes, "dials": &o.Dials, "unit": &o.Unit,
		"registers": &o.Registers}
	target, known := flags[key]
	if !known {
		return fmt.Errorf("there is no option %q", key)
	}
	on, err := strconv.ParseBool(value)
	*target = on
	return err
}

// compiledCache is the user's folder for compiled code, "" where there is none.
func compiledCache() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "lensd")
}

// withPool runs f beside a pool of one reader process.
func withPool(ctx context.Context, text string, languages []string, cache, kinds string, f func(*worker.Pool) error) error {
	cfg, err := poolConfig(text, languages, cache, kinds, "")
	if err != nil {
		return err
	}
	cfg.Workers, cfg.Timeout = 1, 2*time.Minute
	pool, err := worker.New(cfg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); _ = pool.Serve(ctx) }()
	err = f(pool)
	cancel()
	<-ended
	return err
}

// readOne reads one file, which it makes the document's input, and prints what it says.
func readOne(ctx context.Context, reader extract.Reader, doc *extract.Document, name string, write writer) (extract.Result, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return extract.Result{}, err
	}
	doc.Inputs = [][]byte{b}
	result, err := reader.Read(ctx, *doc)
	if err != nil {
		return result, fmt.Errorf("%s: %w", name, err)
	}
	if err := write(name, result); err != nil {
		return result, fmt.Errorf("%s: %w", name, err)
	}
	return result, nil
}
