//go:build amd64 || arm64

package main

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allowed contains the system calls that the Go runtime makes while the program serves requests. All other calls fail
// with EPERM.
var allowed = []uint32{
	unix.SYS_READ, unix.SYS_WRITE,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MINCORE,
	unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_SCHED_YIELD, unix.SYS_RESTART_SYSCALL,
	unix.SYS_EPOLL_PWAIT,
	unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM,
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// Offsets in bytes of the number and the arguments in the kernel's struct seccomp_data, which describes a system call
// to the filter.
const (
	numberOffset    = 0
	machineOffset   = 4
	argumentsOffset = 16
	argumentSize    = 8
)

const (
	load       = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equals     = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	hasBits    = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	isAtLeast  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	answer     = unix.BPF_RET | unix.BPF_K
	refusal    = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	foreignABI = 0x40000000
)

func statement(code uint16, value uint32) unix.SockFilter {
	return unix.SockFilter{Code: code, K: value}
}

func jump(code uint16, value uint32, whenTrue, whenFalse uint8) unix.SockFilter {
	return unix.SockFilter{Code: code, K: value, Jt: whenTrue, Jf: whenFalse}
}

// onlyIf allows a system call if a test of one of its arguments is true. The test uses the lower half of the argument,
// which both supported architectures store first.
func onlyIf(number uint32, argument int, test uint16, value uint32) []unix.SockFilter {
	return onlyWhere(number, argument, jump(test, value, 0, 1))
}

// unless allows a system call if a test of one of its arguments is false.
func unless(number uint32, argument int, test uint16, value uint32) []unix.SockFilter {
	return onlyWhere(number, argument, jump(test, value, 1, 0))
}

func onlyWhere(number uint32, argument int, test unix.SockFilter) []unix.SockFilter {
	return []unix.SockFilter{
		jump(equals, number, 0, 4),
		statement(load, uint32(argumentsOffset+argument*argumentSize)),
		test,
		statement(answer, unix.SECCOMP_RET_ALLOW),
		statement(answer, refusal),
	}
}

func filter() []unix.SockFilter {
	program := []unix.SockFilter{
		statement(load, machineOffset),
		jump(equals, machine, 1, 0),
		statement(answer, unix.SECCOMP_RET_KILL_PROCESS),
		statement(load, numberOffset),
		jump(isAtLeast, foreignABI, 0, 1),
		statement(answer, refusal),
	}
	for _, number := range allowed {
		program = append(program, jump(equals, number, 0, 1), statement(answer, unix.SECCOMP_RET_ALLOW))
	}
	return slices.Concat(
		program,
		onlyIf(unix.SYS_CLONE, 0, hasBits, unix.CLONE_THREAD),
		onlyIf(unix.SYS_TGKILL, 0, equals, uint32(unix.Getpid())),
		unless(unix.SYS_MMAP, 2, hasBits, unix.PROT_EXEC),
		unless(unix.SYS_MPROTECT, 2, hasBits, unix.PROT_EXEC),
		[]unix.SockFilter{statement(answer, refusal)},
	)
}

// installFilter installs the filter for all threads. It first gives up the ability to gain privileges, which the kernel
// requires.
func installFilter() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("new privileges cannot be given up: %w", err)
	}
	if given, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || given != 1 {
		return fmt.Errorf("new privileges were not given up")
	}
	instructions := filter()
	program := unix.SockFprog{Len: uint16(len(instructions)), Filter: &instructions[0]}
	thread, _, errno := unix.RawSyscall(
		unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)),
	)
	if errno != 0 {
		return fmt.Errorf("calls of the kernel cannot be filtered: %w", errno)
	}
	if thread != 0 {
		return fmt.Errorf("calls of the kernel cannot be filtered on thread %d", thread)
	}
	return nil
}
