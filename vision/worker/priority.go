package worker

import (
	"os/exec"
	"runtime"
	"syscall"
)

// niceness of children that yield: beside one without it they get a tenth of a core that both want, and all of one that
// nobody else wants.
const niceness = 10

// launch starts a command, with a lower priority where it yields. Linux keeps priorities by thread, and a process that is
// not root cannot raise one again: so a thread of its own takes the lower one, forks, which hands it on, and ends.
func launch(cmd *exec.Cmd, yields bool) error {
	if !yields {
		return cmd.Start()
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlock: the thread ends with this function
		// Without the lower priority the child reads as well, only less politely.
		if own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 20-own+niceness) // the system call returns 20 less the niceness
		}
		started <- cmd.Start()
	}()
	return <-started
}
