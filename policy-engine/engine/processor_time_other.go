//go:build !unix && !wasip1

package engine

import "time"

var start = time.Now()

// processorTime is the time since the start, where the system is not asked for less.
func processorTime() time.Duration { return time.Since(start) }
