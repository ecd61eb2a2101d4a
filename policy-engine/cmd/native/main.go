//go:build unix

// The engine as a program: requests on standard input, answers on standard output, each after its length in four bytes,
// the least significant first.
package main

import (
	"encoding/binary"
	"flag"
	"io"
	"log"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"tipstaff/policy-engine/engine"
)

func main() {
	memory := flag.Uint64("memory", 512, "the most memory that the program takes, in MiB")
	flag.Parse()
	if err := confine(*memory << 20); err != nil {
		log.Fatal(err)
	}
	watchParent()
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// confine limits the memory, and takes the process the means to open a file or a connection.
func confine(bytes uint64) error {
	debug.SetMemoryLimit(int64(bytes / 3 * 2))
	// The engine collects garbage between requests, and the limit does within them.
	debug.SetGCPercent(-1)
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: 0})
}

// watchParent ends the program when the service is gone, which it would notice only after the evaluation.
func watchParent() {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second)
		}
		os.Exit(1)
	}()
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
