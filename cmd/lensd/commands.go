package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// errUsage marks an error in how a command was called.
var errUsage = errors.New("lensd help lists the commands, lensd help COMMAND tells more of one")

// command is one sub-command.
type command struct {
	name  string
	usage string // what stands behind the name
	about string // what it does, in a line; "": not for people
	run   func(ctx context.Context, args []string) error
}

const configUsage = " [-config FILE]"

func commands() []command {
	return []command{
		{"run", "[-config FILE]", "serve until told to end: stations, API, pages, MQTT", runDaemon},
		{"check", "[-config FILE]", "say what is wrong with a configuration", checkConfig},
		{"health", "[-config FILE]", "ask the box on this machine how it is", tellHealth},
		{"read", "KIND FILE|FOLDER… [-o text|json|http|csv|ofx] [-draw OUT.png] [-trace DIR] [-option k=v]" + configUsage, "read documents without a daemon", readFiles},
		{"key", "add NAME [-role read|operate|admin] | list | revoke NAME" + configUsage, "make, list and take back service keys", manageKeys},
		{"cert", "[-force]" + configUsage, "make the box's own certificate and print its fingerprint", makeCertificate},
		{"fleet", strings.TrimPrefix(fleetUsage, "fleet "), "see and change all boxes of a broker", manageFleet},
		{"backup", "FILE" + configUsage, "write all that the box keeps to a file, while it works", backup},
		{"restore", "FILE" + configUsage, "put a backup in the place of what the box keeps; the daemon must not run", restore},
		{"erase", "-before 2026-01-31[T08:00:00Z]" + configUsage, "remove what was taken before a day or time", erase},
		{"export", "samples FILE.tar" + configUsage, "write the corrected samples to a file", export},
		{"learn", "[-forget]" + configUsage, "have the corrected labels teach the readers the layouts that recur among them", learn},
		{"worker", "(started by the daemon)", "", serveWorker},
		{"help", "[COMMAND]", "list the commands, or tell of one", help},
		{"man", "", "print the manual page", printManual},
		{"completion", "bash|zsh|fish", "print the completion of a shell", printCompletion},
		{"version", "", "print the version", printVersion},
	}
}

func dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%w", errUsage)
	}
	if slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		return help(ctx, nil)
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		return fmt.Errorf("there is no command %q; %w", args[0], errUsage)
	}
	return all[i].run(ctx, args[1:])
}

// newFlags returns a flag set whose help starts with the command's usage line.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: lensd", usageOf(name))
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

// usageOf is how a command is called.
func usageOf(name string) string {
	for _, c := range commands() {
		if c.name == name {
			return strings.TrimSpace(name + " " + c.usage)
		}
	}
	return name
}

// parsed marks what is wrong with a command's flags as its caller's error.
func parsed(err error) error {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	return fmt.Errorf("%w; %w", err, errUsage)
}
