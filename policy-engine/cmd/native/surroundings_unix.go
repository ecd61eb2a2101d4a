//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// closeFiles prevents the process from opening further files and connections.
func closeFiles() error {
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{})
}

// watchParent ends the program when the service has exited. Without this, an ongoing evaluation would continue to its
// end.
func watchParent() {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second)
		}
		os.Exit(1)
	}()
}
