package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// becomeOwner lets root act as the user to whom the state directory belongs, lest the daemon find files there that it may not
// open. Root does not make the directory: only the unit knows whose it is to be. uid is who asks.
func becomeOwner(stateDir string, uid int) error {
	info, err := os.Stat(stateDir)
	switch {
	case uid != 0:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no box in %s yet: start the daemon first (systemctl start lensd), or name its configuration by -config", stateDir)
	case err != nil:
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	return errors.Join(syscall.Setgroups(nil), syscall.Setgid(int(owner.Gid)), syscall.Setuid(int(owner.Uid)))
}
