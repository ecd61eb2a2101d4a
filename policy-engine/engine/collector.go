package engine

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// memoryPerByte is the memory that an input needs, as a multiple of the size of its JSON.
const memoryPerByte = 11

// collectGarbage frees memory before a request. The argument is the size in bytes of the input that the request loads,
// or 0. The programs turn automatic collections off and rely on this function and on the memory limit. An automatic
// collection could run while a large input is read or evaluated. It would traverse the whole input and keep the
// previous input in memory.
func collectGarbage(input int) {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	used, live := heapSize("/memory/classes/heap/objects:bytes"), heapSize("/gc/heap/live:bytes")
	if used+int64(input)*memoryPerByte > (limit+live)/2 {
		runtime.GC()
		// The second collection frees objects to which only the evaluator's sync.Pools refer, such as the previous
		// input.
		runtime.GC()
	}
}

func heapSize(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
