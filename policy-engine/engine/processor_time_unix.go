//go:build unix

package engine

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used since its start.
func processorTime() time.Duration {
	var usage syscall.Rusage
	// Getrusage fails only if its first argument is invalid.
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
