//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets in the kernel's struct seccomp_data. Arguments have 64 bits; the lower half stands first on both machines.
const (
	offNumber   = 0
	offMachine  = 4
	offArgument = 16
)

// filterCalls has the kernel refuse what calls() lists. Threads made by clone stay allowed, processes do not; clone3, whose
// arguments a filter cannot see, is answered as by a kernel that lacks it, and the C library then uses clone.
func filterCalls() error {
	raw, err := bpf.Assemble(program(uint32(unix.Getpid())))
	if err != nil {
		return err
	}
	filters := make([]unix.SockFilter, len(raw))
	for i, in := range raw {
		filters[i] = unix.SockFilter{Code: in.Op, Jt: in.Jt, Jf: in.Jf, K: in.K}
	}
	prog := unix.SockFprog{Len: uint16(len(filters)), Filter: &filters[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	// TSYNC hands filter and no_new_privs on to the other threads, which the runtime and C libraries have started already.
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	switch {
	case errno != 0:
		return errno
	case thread != 0:
		return fmt.Errorf("thread %d has a filter of its own", thread)
	}
	return nil
}

// program is the filter, for a process with this id.
func program(pid uint32) []bpf.Instruction {
	refuse := func(errno uint32) bpf.Instruction { return bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | errno} }
	allow := bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	// A call by another machine's numbers (32 bit) would pass all that follows.
	p := []bpf.Instruction{
		bpf.LoadAbsolute{Off: offMachine, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: machine, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS},
		bpf.LoadAbsolute{Off: offNumber, Size: 4},
		// Newer calls than these lists know, and on amd64 all of the x32 interface.
		bpf.JumpIf{Cond: bpf.JumpLessOrEqual, Val: newest, SkipTrue: 1},
		refuse(uint32(unix.ENOSYS)),
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE3, SkipTrue: 1},
		refuse(uint32(unix.ENOSYS)),
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE, SkipTrue: 4},
		bpf.LoadAbsolute{Off: offArgument, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipTrue: 1},
		refuse(uint32(unix.EPERM)),
		allow,
	}
	// The runtime interrupts its own threads by signals.
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL, unix.SYS_RT_TGSIGQUEUEINFO} {
		p = append(p,
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: call, SkipTrue: 4},
			bpf.LoadAbsolute{Off: offArgument, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: pid, SkipTrue: 1},
			refuse(uint32(unix.EPERM)),
			allow)
	}
	// Limits of its own process may be asked for, those of others not.
	p = append(p,
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_PRLIMIT64, SkipTrue: 4},
		bpf.LoadAbsolute{Off: offArgument, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipTrue: 1},
		refuse(uint32(unix.EPERM)),
		allow)
	for _, call := range append(calls(), callsOfMachine()...) {
		p = append(p, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: call, SkipTrue: 1}, refuse(uint32(unix.EPERM)))
	}
	return append(p, allow)
}

// newest is cachestat (kernel 6.5): what came later is unknown to the libraries that a reader uses, or has a substitute.
const newest = unix.SYS_CACHESTAT

// calls lists what no reader needs and each machine has.
func calls() []uint32 {
	return []uint32{
		// network, and sockets of any kind
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
		// programs, and other processes
		unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
		unix.SYS_PROCESS_MRELEASE, unix.SYS_KCMP, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL,
		unix.SYS_RT_SIGQUEUEINFO, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		// files: what Landlock, where it is missing, would have refused, as far as it needs no name
		unix.SYS_TRUNCATE, unix.SYS_UNLINKAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_MKDIRAT, unix.SYS_MKNODAT,
		unix.SYS_FCHMODAT, unix.SYS_FCHMOD, unix.SYS_FCHOWNAT, unix.SYS_FCHOWN, unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
		unix.SYS_REMOVEXATTR, unix.SYS_OPENAT2, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_MEMFD_CREATE,
		// the kernel's wide doors
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_FANOTIFY_INIT, unix.SYS_INOTIFY_INIT1,
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
		unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_QUOTACTL, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT, unix.SYS_ACCT, unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
		unix.SYS_PERSONALITY, unix.SYS_VHANGUP, unix.SYS_CAPSET, unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID, unix.SYS_SETREGID,
		unix.SYS_SETRESUID, unix.SYS_SETRESGID, unix.SYS_SETFSUID, unix.SYS_SETFSGID, unix.SYS_SETGROUPS,
		unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
	}
}
