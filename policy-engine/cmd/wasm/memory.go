//go:build wasip1

package main

import (
	"math"
	"runtime/debug"
)

// init reserves most of the memory up to the limit in one step. Otherwise the allocator grows the memory by half a
// megabyte at a time, and each time the host collects its own garbage, which takes longer than all work on the memory.
// Memory that is never written to uses no physical memory.
func init() {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	reserved = make([]byte, limit/8*7)
	reserved = nil
	debug.FreeOSMemory()
}

// reserved is a package variable, so that the compiler does not remove the unused allocation.
var reserved []byte
