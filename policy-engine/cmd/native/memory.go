package main

import (
	"os"
	"runtime/metrics"
	"time"
)

// memoryWatchInterval is the interval between measurements of the memory on systems that do not enforce a limit.
const memoryWatchInterval = 10 * time.Millisecond

// watchMemory ends the program when it uses more memory than the limit.
func watchMemory(bytes uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	go func() {
		for {
			metrics.Read(samples)
			if samples[0].Value.Uint64()-samples[1].Value.Uint64() > bytes {
				_, _ = os.Stderr.WriteString("out of memory\n")
				os.Exit(1)
			}
			time.Sleep(memoryWatchInterval)
		}
	}()
}
