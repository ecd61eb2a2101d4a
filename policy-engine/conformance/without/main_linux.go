//go:build amd64 || arm64

// This program runs another program as if the kernel did not support a system call. The first argument is the name of
// the system call, such as seccomp. The program and its arguments follow. Tests of the service's fallback use it.
package main

import (
	"log"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

var calls = map[string]uint32{"seccomp": unix.SYS_SECCOMP, "prctl": unix.SYS_PRCTL, "prlimit": unix.SYS_PRLIMIT64}

func main() {
	number, known := calls[os.Args[1]]
	if !known {
		log.Fatalf("%s is no call that can be left out", os.Args[1])
	}
	runtime.LockOSThread()
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: number, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		log.Fatal(err)
	}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0); err != nil {
		log.Fatal(err)
	}
	log.Fatal(unix.Exec(os.Args[2], os.Args[2:], os.Environ()))
}
