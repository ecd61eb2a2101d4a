package main

import "golang.org/x/sys/unix"

// limitMemory makes the kernel refuse memory beyond the limit.
func limitMemory(bytes uint64) error {
	return setLimit(unix.RLIMIT_DATA, bytes)
}

func setLimit(resource int, value uint64) error {
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value})
}
