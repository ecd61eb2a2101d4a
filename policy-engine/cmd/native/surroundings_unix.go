//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// closeFiles takes the process the means to open anything.
func closeFiles() error {
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{})
}

// watchParent ends the program when the service is gone, which it would notice only after the evaluation.
func watchParent() {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second)
		}
		os.Exit(1)
	}()
}
