package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"lensd/cmd/lensd/admin"
	"lensd/cmd/lensd/config"
	"lensd/httpapi"
	"lensd/store"
)

// withAdmin runs f through the daemon when one holds the store, else on the store itself.
func withAdmin(configPath string, f func(admin.Admin) error) error {
	// A fault in the file must not lock the owner out: state_dir is all that is needed, and Load keeps it where it can.
	cfg, problem := config.Load(configPath, os.Environ())
	if problem != nil {
		fmt.Fprintln(os.Stderr, "lensd: the configuration has faults; going on with", cfg.StateDir)
	}
	if remote, err := admin.Dial(cfg.StateDir); err == nil {
		return f(remote)
	}
	if err := becomeOwner(cfg.StateDir, os.Geteuid()); err != nil {
		return err
	}
	s, err := store.Open(storeOptions(cfg, nil))
	if err != nil {
		return err
	}
	return errors.Join(f(admin.Local{Store: s}), s.Close())
}

func manageKeys(_ context.Context, args []string) error {
	fs := newFlags("key")
	path := configFlag(fs)
	role := httpapi.Operate
	fs.Func("role", "what a new key may do: read sees, operate also has documents read and corrects (default), admin also erases", func(s string) (err error) {
		role, err = httpapi.ParseRole(s)
		return err
	})
	words, err := parseMixed(fs.Parse, fs.Args, args)
	if err != nil {
		return err
	}
	verb, name := wordAt(words, 0), wordAt(words, 1)
	if (verb == "list") != (name == "") {
		verb = ""
	}
	return withAdmin(*path, func(a admin.Admin) error {
		switch verb {
		case "add":
			clear, err := a.AddKey(name, role)
			if err == nil {
				fmt.Fprintln(os.Stderr, "this key is shown once:")
				fmt.Println(clear)
			}
			return err
		case "list":
			return listKeys(a)
		case "revoke":
			return a.RevokeKey(name)
		}
		fs.Usage()
		return errUsage
	})
}

func wordAt(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

func listKeys(a admin.Admin) error {
	keys, err := a.Keys()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	for _, k := range keys {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Name, k.Role, k.Created.Format("2006-01-02 15:04"))
	}
	return w.Flush()
}

func backup(_ context.Context, args []string) error {
	return writeFileCommand("backup", args, admin.Admin.Backup)
}

func export(_ context.Context, args []string) error {
	if wordAt(args, 0) != "samples" {
		return fmt.Errorf("%w\nlensd: samples are what can be exported: lensd export samples FILE.tar", errUsage)
	}
	return writeFileCommand("export", args[1:], admin.Admin.Samples)
}

// oneFile parses the arguments of a command that takes one file and the configuration's path.
func oneFile(name string, args []string) (configPath, file string, err error) {
	fs := newFlags(name)
	path := configFlag(fs)
	words, err := parseMixed(fs.Parse, fs.Args, args)
	if err != nil {
		return "", "", err
	}
	if len(words) != 1 {
		fs.Usage()
		return "", "", errUsage
	}
	return *path, words[0], nil
}

// writeFileCommand writes to a name beside the target first, so that a failed copy never looks like a good one.
func writeFileCommand(name string, args []string, write func(admin.Admin, io.Writer) error) error {
	path, target, err := oneFile(name, args)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), ".lensd-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	err = withAdmin(path, func(a admin.Admin) error { return write(a, tmp) })
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), target)
}

func restore(_ context.Context, args []string) error {
	path, file, err := oneFile("restore", args)
	if err != nil {
		return err
	}
	cfg, err := config.Load(path, os.Environ())
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := becomeOwner(cfg.StateDir, os.Geteuid()); err != nil {
		return err
	}
	replaced, err := store.Restore(storeOptions(cfg, nil), f)
	if err == nil && replaced != "" {
		fmt.Fprintln(os.Stderr, "the former database was kept as", replaced)
	}
	return err
}
