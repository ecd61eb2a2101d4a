//go:build unix

package engine

import (
	"syscall"
	"time"
)

// processorTime is how much of the processors the process has used since it started.
func processorTime() time.Duration {
	var usage syscall.Rusage
	// Only a wrong argument makes it fail.
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
