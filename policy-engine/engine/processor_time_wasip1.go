package engine

import "time"

// threadProcessorTime is WASI's identifier of the clock for the thread's processor time.
const threadProcessorTime = 3

//go:wasmimport wasi_snapshot_preview1 clock_time_get
//go:noescape
func clockTimeGet(clock uint32, precision uint64, nanoseconds *uint64) uint32

// processorTime returns the processor time that the engine has used since its start.
func processorTime() time.Duration {
	var nanoseconds uint64
	clockTimeGet(threadProcessorTime, 1, &nanoseconds)
	return time.Duration(nanoseconds)
}
