//go:build wasip1

package main

import (
	"math"
	"runtime/debug"
)

// The allocator grows the memory by half a megabyte at a time, and each time the host collects its own garbage, which costs
// more than all that is done with the memory. So it takes most of the memory up to the limit at once. What is never
// written to is no memory of the machine.
func init() {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	reserved = make([]byte, limit/8*7)
	reserved = nil
	debug.FreeOSMemory()
}

// reserved is a variable so that the compiler does not leave out what nobody reads.
var reserved []byte
