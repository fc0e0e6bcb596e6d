package main

import (
	"context"
	"fmt"
	"os"

	"lensd/cmd/lensd/config"
)

// checkConfig says what is wrong with a configuration; any fault makes the exit status 1.
func checkConfig(_ context.Context, args []string) error {
	fs := newFlags("check")
	path := configFlag(fs)
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	cfg, err := config.Load(*path, os.Environ())
	if err == nil {
		err = cfg.CheckFiles()
	}
	if err != nil {
		return err
	}
	_, err = fmt.Printf("the configuration is good: box %s, %d stations, %d kinds of its own\n", cfg.Box.ID, len(cfg.Stations), len(cfg.Own.Kinds))
	return err
}
