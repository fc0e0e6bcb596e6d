// Command serve runs the rehearsal box on an address, for testers that talk HTTP: serve ADDRESS KEY.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/envelope"
	"lensd/httpapi/internal/rehearsal"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: serve ADDRESS KEY")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	key, err := httpapi.ParseKey("tester", args[1])
	if err != nil {
		return err
	}
	desk, err := rehearsal.NewDesk()
	if err != nil {
		return err
	}
	readers := map[extract.Kind]extract.Reader{}
	for _, e := range envelope.Endpoints() {
		readers[e.Kind] = rehearsal.Reader()
	}
	s, err := httpapi.New(httpapi.Config{Listen: args[0], Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Keys: httpapi.KeyList{key},
		Readers: readers, Stations: desk, Readings: desk, Box: httpapi.Box{ID: "rehearsal", Name: "Rehearsal", Version: "test"}})
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}
