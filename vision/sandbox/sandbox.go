// Package sandbox takes from a reader process what a reader does not need: files, network, other processes. Whoever takes the
// process over by a picture then has the picture, the processor, and nothing else. What the kernel lacks is told, and the
// process runs without it.
package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Report tells what holds and what does not, in words for a person.
type Report struct {
	Holds []string `json:"holds,omitempty"`
	Lacks []string `json:"lacks,omitempty"`
}

// Whole says whether nothing is missing.
func (r Report) Whole() bool { return len(r.Lacks) == 0 && len(r.Holds) > 0 }

// String is one line.
func (r Report) String() string {
	s := "held by " + strings.Join(r.Holds, ", ")
	if len(r.Holds) == 0 {
		s = "held by nothing"
	}
	if len(r.Lacks) > 0 {
		s += "; missing: " + strings.Join(r.Lacks, ", ")
	}
	return s
}

// Confine restricts this process, all its threads, for good. It may read what the system's libraries need and the folders
// named, and write nowhere. It opens no sockets, starts no processes and touches no others. Call it before foreign bytes arrive.
func Confine(readable ...string) Report {
	return confine([]step{
		{"limits", "limits of files and memory dumps", limit},
		{"Landlock", "Landlock (files can be read; kernel 5.13 and lsm=landlock)", func() error { return hideFiles(readable) }},
		{"seccomp", "seccomp (sockets and processes can be made)", filterCalls},
	})
}

// step is one part of the sandbox. without says what is lost when it fails.
type step struct {
	name, without string
	take          func() error
}

func confine(steps []step) (r Report) {
	for _, s := range steps {
		if err := s.take(); err != nil {
			r.Lacks = append(r.Lacks, fmt.Sprintf("%s: %v", s.without, err))
			continue
		}
		r.Holds = append(r.Holds, s.name)
	}
	return r
}

// mostFiles is far above the pipes, models and libraries that a reader has open.
const mostFiles = 128

// limit sets what cannot be raised again. A reader's memory is watched by the daemon, which can tell why it ended a reading; the
// kernel's limits of address space and processes would count Go's and WebAssembly's reservations and the user's other threads.
func limit() error {
	signal.Ignore(unix.SIGXFSZ) // a write is then refused rather than the process ended
	var errs []error
	for resource, most := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_NOFILE: mostFiles,
		unix.RLIMIT_MSGQUEUE: 0, unix.RLIMIT_MEMLOCK: 0} {
		errs = append(errs, unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}))
	}
	return errors.Join(errs...)
}

// errNoLandlock says that the kernel has it not, or that it is not switched on.
var errNoLandlock = errors.New("not in this kernel")

// hideFiles leaves the libraries, the models and what tells of the processor, all to be read. Beside files Landlock closes TCP
// (from its version 4) and signals and abstract sockets to other processes (6), and in any version the memory of others.
func hideFiles(readable []string) error {
	if version, err := ll.LandlockGetABIVersion(); err != nil || version < 1 {
		return errNoLandlock
	}
	folders := append([]string{"/usr", "/lib", "/lib64", "/proc/self", "/sys/devices/system", "/sys/fs/cgroup"}, readable...)
	files := []string{"/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/zero", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"}
	if own := os.Getenv("TESSDATA_PREFIX"); own != "" {
		folders = append(folders, own)
	}
	rules := []landlock.Rule{
		landlock.ROFiles(files...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null").IgnoreIfMissing(), // Tesseract sends its messages there while it loads
	}
	for _, f := range folders {
		if f != "" {
			rules = append(rules, landlock.RODirs(f).IgnoreIfMissing())
		}
	}
	return landlock.V11.BestEffort().Restrict(rules...)
}
