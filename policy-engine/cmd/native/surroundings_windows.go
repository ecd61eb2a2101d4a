package main

import (
	"os"
	"syscall"
)

// closeFiles does nothing, because Windows has no such limit. No function that policies can call opens a file.
func closeFiles() error { return nil }

// watchParent ends the program when the command that started it has exited.
func watchParent() {
	parent, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(os.Getppid()))
	if err != nil {
		return
	}
	go func() {
		_, _ = syscall.WaitForSingleObject(parent, syscall.INFINITE)
		os.Exit(1)
	}()
}
