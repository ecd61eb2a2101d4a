package engine

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/open-policy-agent/opa/v1/version"
)

// Engine answers requests one after another. It keeps loaded inputs and code between requests.
type Engine struct {
	inputs map[string]*input
	codes  codes
}

const lengthSize = 4

// Answer serves a request and returns the answer in JSON. A request consists of the length of its header in four bytes
// (least significant byte first), the header in JSON, and the payload.
func (e *Engine) Answer(frame []byte) (answer []byte) {
	defer func() {
		if panicked := recover(); panicked != nil {
			answer = encoded(Failure{Failure: fmt.Sprint(panicked)})
		}
	}()
	header, payload, err := split(frame)
	if err != nil {
		return encoded(Failure{Failure: err.Error()})
	}
	return encoded(e.answer(header, payload))
}

func split(frame []byte) (header Request, payload []byte, err error) {
	if len(frame) < lengthSize {
		return header, nil, fmt.Errorf("the request ends too early")
	}
	length := int(binary.LittleEndian.Uint32(frame))
	rest := frame[lengthSize:]
	if length > len(rest) {
		return header, nil, fmt.Errorf("the request ends too early")
	}
	err = json.Unmarshal(rest[:length], &header)
	return header, rest[length:], err
}

func (e *Engine) answer(header Request, payload []byte) any {
	switch header.Op {
	case "version":
		return VersionAnswer{OPA: version.Version, Go: runtime.Version()}
	case "load-input":
		return e.load(header, payload)
	case "digest-plan":
		return e.digestPlan(header)
	case "evaluate":
		return e.evaluate(header)
	case "examine":
		return e.examine(header)
	case "find-old":
		return e.findOld(header)
	case "identify":
		return e.identify(header)
	}
	collectGarbage(0)
	switch header.Op {
	case "load-code":
		return e.loadCode(header)
	case "compile":
		return e.compileCode(header)
	case "check":
		return e.check(header)
	case "merge-data":
		return mergeData(header)
	case "format":
		return formatSources(header)
	case "test":
		return runTests(header)
	}
	return Failure{Failure: fmt.Sprintf("there is no operation %q", header.Op)}
}

// load stores the input of a request and removes the inputs that the request drops.
func (e *Engine) load(header Request, payload []byte) InputAnswer {
	// Remove the dropped inputs first, so that their memory can be used for the new input.
	for _, name := range append(header.Drop, header.Input) {
		delete(e.inputs, name)
	}
	collectGarbage(len(payload))
	loaded, answer := loadInput(header, payload)
	if len(answer.Problems) > 0 {
		return answer
	}
	if e.inputs == nil {
		e.inputs = map[string]*input{}
	}
	e.inputs[header.Input] = &loaded
	return answer
}
