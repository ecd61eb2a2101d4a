//go:build wasip1

// This is the engine's evaluator as a WebAssembly module that runs OPA's own test cases. The test cases need features
// that policies cannot use, such as strict errors. The host calls the module like the engine. The header of a request
// contains the Rego version, the payload is a test case, and the answer is the reason why the result is not the
// expected one.
package main

import (
	"encoding/binary"
	"encoding/json"
	"unsafe"

	"github.com/open-policy-agent/opa/v1/ast"
	"tipstaff/policy-engine/conformance/cases"
)

const lengthSize = 4

var request, answer []byte

//go:wasmexport engine_request
func engineRequest(size uint32) unsafe.Pointer {
	answer = nil
	request = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(request))
}

//go:wasmexport engine_handle
func engineHandle() uint32 {
	text, err := json.Marshal(reason())
	if err != nil {
		panic(err)
	}
	answer = text
	return uint32(len(answer))
}

//go:wasmexport engine_answer
func engineAnswer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(answer)) }

func reason() string {
	end := lengthSize + binary.LittleEndian.Uint32(request)
	var header struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(request[lengthSize:end], &header); err != nil {
		return err.Error()
	}
	version := ast.RegoV1
	if header.Version == "v0" {
		version = ast.RegoV0
	}
	return cases.Run(request[end:], version)
}

func main() {}
