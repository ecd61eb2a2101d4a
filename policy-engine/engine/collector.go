package engine

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What an input takes in memory, as a multiple of the JSON that it is read from.
const memoryPerByte = 11

// collectGarbage makes space for a request with an input of a size; none is 0. The programs leave it to this and to the
// limit of the memory: collections by the growth of the heap come while a large input is read or evaluated, look through
// all of it, and keep the one before it as well.
func collectGarbage(input int) {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	used, live := heapSize("/memory/classes/heap/objects:bytes"), heapSize("/gc/heap/live:bytes")
	if used+int64(input)*memoryPerByte > (limit+live)/2 {
		runtime.GC()
		// What only the pools of the evaluator refer to, such as the last input, goes with the second collection.
		runtime.GC()
	}
}

func heapSize(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
