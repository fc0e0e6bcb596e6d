package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
)

// errUsage marks an error in how a command was called.
var errUsage = errors.New("usage: lensd run | check | read | key | cert | backup | restore | erase | export | version; lensd COMMAND -h tells more")

// command is one sub-command.
type command struct {
	name string
	run  func(ctx context.Context, args []string) error
}

func commands() []command {
	return []command{
		{"run", runDaemon},
		{"check", checkConfig},
		{"read", readFiles},
		{"key", manageKeys},
		{"cert", makeCertificate},
		{"backup", backup},
		{"restore", restore},
		{"erase", erase},
		{"export", export},
		{"worker", serveWorker},
		{"version", printVersion},
	}
}

func dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		return fmt.Errorf("%w\nlensd: there is no command %q", errUsage, args[0])
	}
	return all[i].run(ctx, args[1:])
}

// newFlags returns a flag set whose help starts with the command's usage line.
func newFlags(usage string) *flag.FlagSet {
	fs := flag.NewFlagSet(usage, flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: lensd "+usage)
		fs.PrintDefaults()
	}
	return fs
}

// configFlag adds -config with the place where the package puts the file, when it is there.
func configFlag(fs *flag.FlagSet) *string {
	path := "/etc/lensd/lensd.yaml"
	if _, err := os.Stat(path); err != nil {
		path = ""
	}
	return fs.String("config", path, "configuration `file`; none: defaults and environment")
}

func printVersion(context.Context, []string) error {
	_, err := fmt.Println("lensd", version)
	return err
}
