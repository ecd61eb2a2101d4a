// This is the native program of the engine. It reads requests from standard input and writes answers to standard
// output. Each request and each answer is preceded by its length in four bytes, least significant byte first.
package main

import (
	"encoding/binary"
	"flag"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"tipstaff/policy-engine/engine"
)

// processors is the number of threads that run Go code at the same time. One evaluates policies, the other one runs the
// garbage collector and the monitoring.
const processors = 2

func main() {
	memory := flag.Uint64("memory", 512, "maximum memory in MiB")
	confined := flag.Bool("confined", false, "restrict the process to its requests, and exit if a restriction is not in effect")
	seconds := flag.Uint64("cpu", 600, "maximum processor time of a confined process in seconds; the caller then starts a new process")
	flag.Parse()
	log.SetFlags(0)
	if err := restrict(*memory<<20, *confined, *seconds); err != nil {
		log.Fatal(err)
	}
	watchParent()
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// restrict limits the memory. As far as the operating system allows, it also prevents the process from opening files
// and connections.
func restrict(bytes uint64, confined bool, seconds uint64) error {
	runtime.GOMAXPROCS(min(processors, runtime.GOMAXPROCS(0)))
	debug.SetMemoryLimit(int64(bytes / 3 * 2))
	// The engine collects garbage between requests. During a request, only the memory limit triggers a collection.
	debug.SetGCPercent(-1)
	// The WebAssembly module has the same stack size, so both builds fail in the same way if an input is nested too
	// deeply.
	debug.SetMaxStack(int(bytes / 2))
	// Policies see the time zone UTC on every machine.
	time.Local = time.UTC
	if confined {
		return confine(bytes, seconds)
	}
	if err := limitMemory(bytes); err != nil {
		return err
	}
	return closeFiles()
}

func serve(requests io.Reader, answers io.Writer) error {
	var served engine.Engine
	for {
		request, err := readFrame(requests)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := writeFrame(answers, served.Answer(request)); err != nil {
			return err
		}
	}
}

func readFrame(from io.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return nil, err
	}
	frame := make([]byte, binary.LittleEndian.Uint32(length[:]))
	_, err := io.ReadFull(from, frame)
	return frame, err
}

func writeFrame(to io.Writer, frame []byte) error {
	if _, err := to.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(frame)))); err != nil {
		return err
	}
	_, err := to.Write(frame)
	return err
}
