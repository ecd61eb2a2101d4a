//go:build amd64 || arm64

// This file contains the sandbox of the program. It is used by services, because their policies come from users who do
// not trust each other. The process can use only its standard files, and a limited amount of memory and processor time.
// The sandbox is set up before the first request is read and is then tested by attempts to break out. If an attempt
// succeeds or fails with an unexpected error, the program exits without serving requests.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

const (
	lastStandardFile = 2
	// reserve is the address space in bytes that the Go runtime may reserve in addition to what it reserved at the
	// start.
	reserve = 256 << 20
)

// confine restricts the process to its standard files and to limited memory and processor time. It then tests these
// restrictions.
func confine(memory, seconds uint64) error {
	if len(os.Environ()) > 0 {
		return fmt.Errorf("its environment is not empty")
	}
	if err := closeInherited(); err != nil {
		return err
	}
	if err := setLimits(memory, seconds); err != nil {
		return err
	}
	if err := installFilter(); err != nil {
		return err
	}
	return prove(memory)
}

// ownFiles contains the files that the Go runtime opens in order to wait for timers.
var ownFiles = map[string]bool{"anon_inode:[eventpoll]": true, "anon_inode:[eventfd]": true}

// closeInherited closes all files except the standard ones. This includes files that the Go runtime opened to read the
// container's limits.
func closeInherited() error {
	open, err := otherFiles()
	if err != nil {
		return err
	}
	for _, file := range open {
		_ = unix.Close(file)
	}
	if open, err = otherFiles(); err == nil && len(open) > 0 {
		err = fmt.Errorf("a file stays open (%d)", open[0])
	}
	return err
}

// otherFiles returns the open files that the program does not need.
func otherFiles() ([]int, error) {
	const folder = "/proc/self/fd"
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("its open files cannot be listed: %w", err)
	}
	var others []int
	for _, entry := range entries {
		file, err := strconv.Atoi(entry.Name())
		if err != nil {
			return nil, err
		}
		// The listing includes the descriptor with which the folder was read. That descriptor is closed by now, so
		// reading its link fails.
		target, err := os.Readlink(folder + "/" + entry.Name())
		if file > lastStandardFile && err == nil && !ownFiles[target] {
			others = append(others, file)
		}
	}
	return others, nil
}

// setLimits sets the kernel's limits for the process and checks that they are in effect.
func setLimits(memory, seconds uint64) error {
	reserved, err := addressSpace()
	if err != nil {
		return err
	}
	limits := map[int]uint64{
		unix.RLIMIT_DATA:   memory,
		unix.RLIMIT_AS:     reserved + memory + reserve,
		unix.RLIMIT_CPU:    seconds,
		unix.RLIMIT_FSIZE:  0,
		unix.RLIMIT_CORE:   0,
		unix.RLIMIT_NOFILE: 0,
	}
	for resource, value := range limits {
		if err := setLimit(resource, value); err != nil {
			return fmt.Errorf("limit %d cannot be set: %w", resource, err)
		}
		var set unix.Rlimit
		if err := unix.Getrlimit(resource, &set); err != nil || set.Cur != value || set.Max != value {
			return fmt.Errorf("limit %d was not set", resource)
		}
	}
	return nil
}

// addressSpace returns the address space that the process has reserved, in bytes.
func addressSpace() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("its address space cannot be read: %w", err)
	}
	pages, err := strconv.ParseUint(strings.Fields(string(text))[0], 10, 64)
	return pages * uint64(os.Getpagesize()), err
}

// provers is the number of threads that test the sandbox. It is larger than the number of threads at this time, so that
// new threads are tested as well.
const provers = 8

// prove attempts the operations that the sandbox must prevent, on several threads at the same time.
func prove(memory uint64) error {
	if _, err := unix.Mmap(-1, 0, int(memory), unix.PROT_READ|unix.PROT_WRITE, anonymous); err != unix.ENOMEM {
		return fmt.Errorf("it can take more memory than its limit (%v)", err)
	}
	if _, err := unix.Mmap(-1, 0, int(memory+2*reserve), unix.PROT_NONE, anonymous); err != unix.ENOMEM {
		return fmt.Errorf("it can take more address space than its limit (%v)", err)
	}
	results := make(chan error, provers)
	var ready sync.WaitGroup
	ready.Add(provers)
	for range provers {
		go func() {
			runtime.LockOSThread()
			ready.Done()
			ready.Wait()
			results <- proveThread()
		}()
	}
	for range provers {
		if err := <-results; err != nil {
			return err
		}
	}
	return nil
}

const anonymous = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS
