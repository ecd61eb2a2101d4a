// The engine as a program: requests on standard input, answers on standard output, each after its length in four bytes,
// the least significant first.
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

// One thread evaluates; the other is for the collector and the watches.
const processors = 2

func main() {
	memory := flag.Uint64("memory", 512, "the most memory that the program takes, in MiB")
	confined := flag.Bool("confined", false, "serve only where the program reaches nothing but its requests, which it proves first")
	seconds := flag.Uint64("cpu", 600, "how much processor time a confined program has, in seconds: it is replaced then")
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

// restrict limits the memory, and takes the process the means to open a file or a connection, as far as the system can.
func restrict(bytes uint64, confined bool, seconds uint64) error {
	runtime.GOMAXPROCS(min(processors, runtime.GOMAXPROCS(0)))
	debug.SetMemoryLimit(int64(bytes / 3 * 2))
	// The engine collects garbage between requests, and the limit does within them.
	debug.SetGCPercent(-1)
	// As the service gives the WebAssembly module: what is nested too deeply ends alike.
	debug.SetMaxStack(int(bytes / 2))
	// Policies see the same zone everywhere.
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
