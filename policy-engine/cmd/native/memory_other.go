//go:build !linux

package main

func limitMemory(bytes uint64) error {
	watchMemory(bytes)
	return nil
}
