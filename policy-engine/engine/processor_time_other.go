//go:build !unix && !wasip1

package engine

import "time"

var start = time.Now()

// processorTime returns the elapsed time since the start. Reading the processor time is not implemented for this
// operating system.
func processorTime() time.Duration { return time.Since(start) }
