//go:build amd64 || arm64

package main

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An attempt is a system call that the filter must refuse. Without the filter, the call would succeed harmlessly or
// fail with a different error.
type attempt struct {
	name  string
	trap  uintptr
	words [3]uintptr
}

var (
	root  = []byte("/\x00")
	empty = []byte("\x00")
)

func address(text []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(text))) }

func attempts() []attempt {
	here := ^uintptr(99) // AT_FDCWD
	return []attempt{
		{"open a file for writing", unix.SYS_OPENAT, [3]uintptr{here, address(root), unix.O_WRONLY}},
		{"open a file", unix.SYS_OPENAT, [3]uintptr{here, address(root), unix.O_RDONLY}},
		{"open a socket", unix.SYS_SOCKET, [3]uintptr{unix.AF_UNIX, unix.SOCK_STREAM}},
		{"open a connection", unix.SYS_CONNECT, [3]uintptr{0, 0, 0}},
		{"run a program", unix.SYS_EXECVE, [3]uintptr{address(empty)}},
		{"run a program by its file", unix.SYS_EXECVEAT, [3]uintptr{here, address(empty)}},
		// Linux rejects CLONE_SIGHAND without CLONE_VM, so this call starts no process even without the filter.
		{"start a process", unix.SYS_CLONE, [3]uintptr{unix.CLONE_SIGHAND}},
		{"start a process in another way", unix.SYS_CLONE3, [3]uintptr{}},
		{"change a limit", unix.SYS_PRLIMIT64, [3]uintptr{0, ^uintptr(0)}},
		{"trace a process", unix.SYS_PTRACE, [3]uintptr{^uintptr(0)}},
		{"read another process", unix.SYS_PROCESS_VM_READV, [3]uintptr{}},
		{"end another process", unix.SYS_KILL, [3]uintptr{uintptr(unix.Getppid()), 0}},
		{"change its attributes", unix.SYS_PRCTL, [3]uintptr{^uintptr(0)}},
		{"take a file from another process", unix.SYS_PIDFD_OPEN, [3]uintptr{0, ^uintptr(0)}},
		{"use a device", unix.SYS_IOCTL, [3]uintptr{^uintptr(0)}},
		{"make the kernel work for it", unix.SYS_IO_URING_SETUP, [3]uintptr{}},
		{"map memory that can be run", unix.SYS_MPROTECT, [3]uintptr{0, 0, unix.PROT_EXEC}},
	}
}

// proveThread makes every attempt on the current thread and returns an error if the filter does not refuse one of them.
func proveThread() error {
	for _, each := range attempts() {
		_, _, errno := unix.RawSyscall(each.trap, each.words[0], each.words[1], each.words[2])
		if errno != unix.EPERM {
			return fmt.Errorf("it can %s (%v)", each.name, errno)
		}
	}
	return nil
}
