package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// children are the reader processes of a daemon.
func children(daemon int) (pids []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[0] != "Z" && f[1] == strconv.Itoa(daemon) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// resident is a process's memory in bytes, 0 when it is gone.
func resident(pid int) int64 {
	kb, err := procField(pid, "status", "VmRSS")
	if err != nil {
		return 0
	}
	return kb << 10
}

// holdings is what a process holds.
type holdings struct {
	rss           int64
	files, thread int
}

func holdingsOf(pid int) holdings {
	threads, _ := procField(pid, "status", "Threads")
	files, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	return holdings{resident(pid), len(files), int(threads)}
}

// String is for a table.
func (h holdings) String() string {
	return fmt.Sprintf("%d MB, %d files, %d threads", h.rss>>20, h.files, h.thread)
}
