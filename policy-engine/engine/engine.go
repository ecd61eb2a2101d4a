package engine

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/open-policy-agent/opa/v1/version"
)

// Engine answers requests one after another, and keeps the input and the prepared queries between them.
type Engine struct {
	input    input
	prepared preparedQueries
}

const lengthSize = 4

// Answer takes a request and gives an answer in JSON. A request is the length of its header in four bytes, the least
// significant first, the header in JSON, and the payload.
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
	case "evaluate":
		return e.evaluate(header)
	}
	collectGarbage(0)
	switch header.Op {
	case "check":
		return check(header)
	case "format":
		return formatSources(header)
	case "test":
		return runTests(header)
	}
	return Failure{Failure: fmt.Sprintf("there is no operation %q", header.Op)}
}

// load replaces the input.
func (e *Engine) load(header Request, payload []byte) InputAnswer {
	// Its memory is free for the new one.
	e.input = input{}
	collectGarbage(len(payload))
	loaded, answer := loadInput(header, payload)
	e.input = loaded
	return answer
}
