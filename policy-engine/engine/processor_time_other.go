//go:build !unix && !wasip1

package engine

import "time"

var start = time.Now()

// processorTime returns the elapsed time since the start, because this system's processor time is not read.
func processorTime() time.Duration { return time.Since(start) }
