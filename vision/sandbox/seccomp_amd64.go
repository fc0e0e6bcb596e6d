package sandbox

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_X86_64

// callsOfMachine are the older names that only this machine has.
func callsOfMachine() []uint32 {
	return []uint32{
		unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CREAT, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_RENAMEAT, unix.SYS_LINK, unix.SYS_SYMLINK,
		unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_MKNOD, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
		unix.SYS_FUTIMESAT, unix.SYS_INOTIFY_INIT, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_USELIB,
	}
}
