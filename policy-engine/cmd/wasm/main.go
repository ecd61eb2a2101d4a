//go:build wasip1

// This is the engine as a WebAssembly module. The host writes a request into the module's memory and reads the answer
// from there.
package main

import (
	"unsafe"

	"tipstaff/policy-engine/engine"
)

var (
	served  engine.Engine
	request []byte
	answer  []byte
)

// engineRequest allocates memory for a request of the given size in bytes and returns its address.
//
//go:wasmexport engine_request
func engineRequest(size uint32) unsafe.Pointer {
	answer = nil
	request = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(request))
}

// engineHandle serves the request and returns the size of the answer in bytes.
//
//go:wasmexport engine_handle
func engineHandle() uint32 {
	answer = served.Answer(request)
	request = nil
	return uint32(len(answer))
}

// engineAnswer returns the address of the answer.
//
//go:wasmexport engine_answer
func engineAnswer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(answer)) }

func main() {}
