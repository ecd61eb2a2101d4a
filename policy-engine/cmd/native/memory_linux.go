package main

import "golang.org/x/sys/unix"

// limitMemory has the system refuse more memory.
func limitMemory(bytes uint64) error {
	return setLimit(unix.RLIMIT_DATA, bytes)
}

func setLimit(resource int, value uint64) error {
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value})
}
