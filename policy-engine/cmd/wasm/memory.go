//go:build wasip1

package main

import (
	"math"
	"runtime/debug"
)

// init reserves most of the memory up to the limit in one step. Otherwise, the allocator would grow the memory in steps
// of half a megabyte, and each step would trigger a slow garbage collection in the host. Reserved memory that is never
// written to uses no physical memory.
func init() {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	reserved = make([]byte, limit/8*7)
	reserved = nil
	debug.FreeOSMemory()
}

// reserved is a package variable because the compiler would remove an unused local allocation.
var reserved []byte
