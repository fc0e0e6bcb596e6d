package sandbox

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_AARCH64

// callsOfMachine are the names that amd64 spells otherwise.
func callsOfMachine() []uint32 { return []uint32{unix.SYS_RENAMEAT, unix.SYS_KEXEC_FILE_LOAD} }
