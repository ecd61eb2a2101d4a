//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain runs the engine's program if the test binary is called with the program's flags. The tests start the program
// as a child process, because a process that serves requests can no longer open files.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-memory" {
		main()
		return
	}
	os.Exit(m.Run())
}

func request(header string) []byte {
	size := uint32(len(header))
	frame := binary.LittleEndian.AppendUint32(nil, size+4)
	return append(binary.LittleEndian.AppendUint32(frame, size), header...)
}

func answersTo(t *testing.T, memory string, requests []string, words ...string) (string, error) {
	t.Helper()
	var input bytes.Buffer
	for _, each := range requests {
		input.Write(request(each))
	}
	command := exec.Command(os.Args[0], append([]string{"-memory", memory}, words...)...)
	command.Stdin = &input
	command.Env = []string{}
	output, err := command.Output()
	return string(output), err
}

func TestRequestsAreAnsweredInOrder(t *testing.T) {
	output, err := answersTo(t, "512", []string{`{"op":"version"}`, `{"op":"format","modules":{"a":"package  p"}}`})

	first := binary.LittleEndian.Uint32([]byte(output))
	if err != nil || !strings.HasPrefix(output[4:], `{"opa":"1.22.4"`) {
		t.Fatal(output, err)
	}
	if rest := output[4+first+4:]; rest != `{"files":{"a":"package p\n"},"problems":[]}` {
		t.Error(rest)
	}
}

// evaluation returns requests that load an input and code, and evaluate them.
func evaluation(source string) []string {
	return []string{
		`{"op":"load-input","input":"a","parts":[]}`,
		`{"op":"load-code","code":"c","modules":{"p":"` + source + `"}}`,
		`{"op":"evaluate","input":"a","code":"c","query":"data.p.deny"}`,
	}
}

func TestPoliciesCannotAccessFilesOrTheNetwork(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(secret, []byte(`{"type": "string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, address := range []string{"file://" + secret, "http://" + listener.Addr().String() + "/a.json"} {
		source := `package p\n\ndeny contains r if r := json.match_schema({}, {\"$ref\": \"` + address + `\"})\n`

		output, err := answersTo(t, "512", evaluation(source))

		if err != nil || !strings.Contains(output, `"status":"errored"`) || !strings.Contains(output, "eval_builtin_error") {
			t.Error(output, err)
		}
	}
	_ = listener.(*net.TCPListener).SetDeadline(time.Now().Add(10 * time.Millisecond))
	if _, err := listener.Accept(); err == nil {
		t.Error("the policy reached the listener")
	}
}

func TestTooMuchMemoryEndsTheProgram(t *testing.T) {
	source := `package p\n\ndeny contains x if x := bits.lsh(1, 4000000000)\n`

	_, err := answersTo(t, "256", evaluation(source))

	if err == nil {
		t.Error("the program went on")
	}
}

func TestTheEndOfTheParentEndsTheProgram(t *testing.T) {
	input, keptOpen, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keptOpen.Close()
	parent := exec.Command("sh", "-c", `"$0" -memory 512 <&3 >/dev/null 2>&1 & echo $!; sleep 1`, os.Args[0])
	parent.ExtraFiles = []*os.File{input}
	output, err := parent.Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(output)))
	if err != nil {
		t.Fatal(err)
	}

	for range 100 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the program goes on")
}
