//go:build (amd64 || arm64) && !cgo

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestConfinedProgramGivesTheSameAnswers(t *testing.T) {
	requests := evaluation(`package p\n\ndeny contains x if some x in numbers.range(1, 3)\n`)
	output, err := answersTo(t, "512", requests)

	confined, confinedErr := answersTo(t, "512", requests, "-confined")

	if err != nil || confinedErr != nil || confined != output || !strings.Contains(confined, `"output":[1,2,3]`) {
		t.Error(confined, confinedErr, output, err)
	}
}

func TestAttemptsShowWhetherTheProgramIsConfined(t *testing.T) {
	if err := proveThread(); err == nil {
		t.Error("a test is confined")
	}
	for _, each := range attempts()[:7] {
		_, _, errno := unix.RawSyscall(each.trap, each.words[0], each.words[1], each.words[2])
		if errno == unix.EPERM {
			t.Errorf("%s: refused without confinement", each.name)
		}
	}
}

func TestAConfinedProgramRefusesAnEnvironment(t *testing.T) {
	command := exec.Command(os.Args[0], "-memory", "512", "-confined")
	command.Env = []string{"A=b"}

	output, err := command.CombinedOutput()

	if err == nil || string(output) != "its environment is not empty\n" {
		t.Error(string(output), err)
	}
}

func TestAConfinedProgramClosesInheritedFiles(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Args[0], "-memory", "512", "-confined")
	command.Env = []string{}
	command.ExtraFiles = []*os.File{writer}
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	writer.Close()

	rest, err := io.ReadAll(reader)

	stdin.Close()
	if ended := command.Wait(); ended != nil || err != nil || len(rest) > 0 {
		t.Error(ended, err, rest)
	}
}

func TestAConfinedProgramEndsWithItsProcessorTime(t *testing.T) {
	xs := `xs := numbers.range(1, 10000)`
	endless := evaluation(`package p\n\n` + xs + `\n\ndeny contains a if { some a in xs; some b in xs; some c in xs; a + b + c < 0 }\n`)

	_, err := answersTo(t, "1024", endless, "-confined", "-cpu", "1")

	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Error(err)
	}
}

func TestMemoryIsWatchedWhereTheSystemDoesNotLimitIt(t *testing.T) {
	if os.Getenv("WATCHED") == "" {
		command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		command.Env = append(os.Environ(), "WATCHED=1")
		output, err := command.CombinedOutput()
		if err == nil || !strings.Contains(string(output), "out of memory\n") {
			t.Error(string(output), err)
		}
		return
	}
	watchMemory(64 << 20)
	taken := make([][]byte, 0, 1024)
	for range 1024 {
		taken = append(taken, make([]byte, 1<<20))
		time.Sleep(time.Millisecond)
	}
}
